"""`manage.py deliver`: tells the broker of open background work once more, after it has lost its messages."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from planner.jobs import deliver, ledger


class Command(BaseCommand):
    help = "Sends word of every open chunk to the broker; doing it twice does no harm."

    def handle(self, **options: Any) -> None:
        if not settings.CELERY_BROKER_URL:
            raise CommandError("There is no broker: CELERY_BROKER_URL is not set, and `manage.py work` needs none.")
        chunks = ledger.open_chunks(now=timezone.now())
        deliver.send(chunks)
        self.stdout.write(f"Sent word of {len(chunks)} open chunks.")
