"""Telling a broker of open chunks, where there is one; without one the local worker looks at the rows itself."""

from collections.abc import Iterable

from django.conf import settings
from django.db import transaction

from planner.models.job import Job, JobStatus


def deliver_later(job: Job) -> None:
    """Send word of a job's waiting chunks once the transaction is in the database.

    A broker that cannot be reached fails no request: the rows are there, and `manage.py deliver` tells of them.
    """
    if settings.CELERY_BROKER_URL:
        waiting = job.chunks.filter(status=JobStatus.WAITING).values_list("pk", flat=True)
        transaction.on_commit(lambda: send(waiting), robust=True)


def send(chunks: Iterable[int]) -> None:
    """Send word of chunks; sending it twice does no harm."""
    # Loaded where a broker is named: Celery is not installed elsewhere.
    from planner.jobs.tasks import work_chunk

    for chunk in chunks:
        work_chunk.enqueue(chunk)
