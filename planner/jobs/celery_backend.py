"""Tasks of Django, sent over Celery."""

from typing import TYPE_CHECKING, Any

import django
from django.utils import timezone

from planner.jobs.celery_app import run

if TYPE_CHECKING or django.VERSION < (6,):
    from django_tasks.backends.base import BaseTaskBackend
    from django_tasks.base import Task, TaskResult, TaskResultStatus
else:
    from django.tasks.backends.base import BaseTaskBackend
    from django.tasks.base import Task, TaskResult, TaskResultStatus


class CeleryBackend(BaseTaskBackend):
    """Sends each task as one message; what became of it is in the rows it works on, not here."""

    supports_defer = True

    def enqueue(self, task: Task[Any, Any], args: Any, kwargs: Any) -> TaskResult[Any]:
        """Send a task to the broker; kombu.exceptions.OperationalError if it cannot be reached."""
        self.validate_task(task)
        what = (task.module_path, list(args), kwargs)
        sent = run.apply_async(what, eta=task.run_after) if task.run_after else run.apply_async(what)
        return TaskResult(
            task=task,
            id=sent.id,
            status=TaskResultStatus.READY,
            enqueued_at=timezone.now(),
            started_at=None,
            last_attempted_at=None,
            finished_at=None,
            args=list(args),
            kwargs=kwargs,
            backend=self.alias,
            errors=[],
            worker_ids=[],
        )
