"""`manage.py work`: works off background jobs on this machine until it is stopped."""

import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand

from planner.jobs.worker import work_until


class Command(BaseCommand):
    help = "Works off background jobs, one after another; Ctrl-C lets it finish the one at hand."

    def handle(self, **options: Any) -> None:
        stop = threading.Event()
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda *_: stop.set())
        self.stdout.write("Waiting for work.")
        self.stdout.flush()
        work_until(stop)
