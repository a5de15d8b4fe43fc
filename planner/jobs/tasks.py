"""What a broker delivers, as tasks of Django: word that a chunk is open. The rows decide whether it still is."""

from typing import TYPE_CHECKING

import django

from planner.jobs import ledger
from planner.jobs.worker import new_name, work_one

if TYPE_CHECKING or django.VERSION < (6,):
    from django_tasks import task
else:
    from django.tasks import task


@task
def work_chunk(chunk: int) -> None:
    """Work a chunk off, unless it is done or another worker has it; then look again when that one's lease ends."""
    if work_one(new_name(), chunk=chunk):
        return
    leased_until = ledger.lease_end(chunk)
    if leased_until is not None:
        work_chunk.using(run_after=leased_until).enqueue(chunk)
