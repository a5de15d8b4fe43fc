"""`manage.py tidy`: deletes what has been kept for long enough; for a daily job."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils import timezone

from planner.services import tidying


class Command(BaseCommand):
    help = "Deletes work older than its class keeps it, traces of edits long past, and sessions that have run out."

    def handle(self, **options: Any) -> None:
        done = tidying.tidy(now=timezone.now())
        call_command("clearsessions")
        self.stdout.write(f"Deleted: plans {done.plans}, guests {done.guests}, traces of edits {done.traces}.")
