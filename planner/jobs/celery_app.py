"""The Celery application: `celery -A planner.jobs.celery_app worker` runs the tasks that `CeleryBackend` sends."""

import os
from typing import Any

from celery import Celery
from django.utils.module_loading import import_string

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "planner.settings")
app = Celery("planner")
app.config_from_object("django.conf:settings", namespace="CELERY")


@app.task(name="planner.run")
def run(path: str, args: list[Any], kwargs: dict[str, Any]) -> None:
    """Run a task of Django by the path that it can be imported from."""
    import_string(path).call(*args, **kwargs)
