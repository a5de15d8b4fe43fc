"""What may happen to jobs and chunks; every step is one transaction, so a killed worker leaves nothing half done."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from planner.jobs.deliver import deliver_later
from planner.jobs.kind import Arguments, all_kinds
from planner.models.job import MAX_ATTEMPTS, Chunk, Job, JobStatus
from planner.models.plan import Plan
from planner.models.user import User

LEASE = timedelta(seconds=60)
"""How long a chunk may take before another worker may have it: far more than nearly all do (docs/durability.md)."""

OPEN = (JobStatus.WAITING, JobStatus.RUNNING)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Progress:
    """A job, and how many of its chunks are done."""

    job: Job
    done: int
    chunks: int

    @property
    def is_open(self) -> bool:
        """Whether it is still to be worked on."""
        return self.job.status in OPEN


@transaction.atomic
def start(kind: str, arguments: Arguments, *, key: UUID, owner: User | None = None, plan: Plan | None = None) -> Job:
    """Write down a job and its chunks; the same key again returns the job that is there. KeyError: no such kind."""
    chunks = all_kinds()[kind].split(arguments)
    asked = {"kind": kind, "arguments": arguments, "owner": owner, "plan": plan}
    job, new = Job.objects.get_or_create(key=key, defaults=asked)
    if new:
        Chunk.objects.bulk_create(Chunk(job=job, number=at, arguments=part) for at, part in enumerate(chunks))
        deliver_later(job)
    return job


def start_done(kind: str, arguments: Arguments, result: Any, *, key: UUID, plan: Plan, now: datetime) -> Job:
    """Write down a job that was small enough to be done at once: it has no chunks."""
    done = {"status": JobStatus.DONE, "result": result, "ended_at": now}
    asked = {"kind": kind, "arguments": arguments, "owner": plan.owner, "plan": plan}
    return Job.objects.get_or_create(key=key, defaults=asked | done)[0]


@transaction.atomic
def claim(worker: str, *, now: datetime, chunk: int | None = None) -> Chunk | None:
    """Lease the next open chunk to a worker, or the given one if it is open; None if there is nothing to do.

    A chunk whose lease has run out is open again, unless it has been tried too often: then its job fails.
    """
    while (found := _next_open(now, chunk)) is not None:
        if found.attempts < MAX_ATTEMPTS:
            return _lease(found, worker, now)
        _fail(found, now, f"part {found.number} was begun {MAX_ATTEMPTS} times and never finished")
    return None


def open_chunks(*, now: datetime) -> list[int]:
    """Return the keys of the chunks that a worker could take now, in the order in which it would."""
    return list(_open(now).values_list("pk", flat=True))


def lease_end(chunk: int) -> datetime | None:
    """Return when the lease of a chunk ends that somebody works on; None if nobody does or needs to."""
    return (
        Chunk.objects.filter(pk=chunk, status=JobStatus.RUNNING, job__status__in=OPEN)
        .values_list("leased_until", flat=True)
        .first()
    )


def _open(now: datetime) -> "QuerySet[Chunk]":
    lapsed = Q(status=JobStatus.RUNNING, leased_until__lt=now)
    is_open = Q(job__status__in=OPEN) & (Q(status=JobStatus.WAITING) | lapsed)
    return Chunk.objects.filter(is_open).order_by("job__created_at", "job_id", "number")


def _next_open(now: datetime, chunk: int | None) -> Chunk | None:
    wanted = _open(now).filter(**({} if chunk is None else {"pk": chunk}))
    return _locked(wanted.select_related("job")).first()


def _locked(chunks: "QuerySet[Chunk]") -> "QuerySet[Chunk]":
    """Lock the rows that are read, where the database locks rows, passing over those that others hold."""
    return chunks.select_for_update(skip_locked=True, of=("self",))


def _lease(chunk: Chunk, worker: str, now: datetime) -> Chunk:
    chunk.status, chunk.worker, chunk.leased_until = JobStatus.RUNNING, worker, now + LEASE
    chunk.attempts += 1
    chunk.save(update_fields=["status", "worker", "leased_until", "attempts"])
    Job.objects.filter(pk=chunk.job_id, status=JobStatus.WAITING).update(status=JobStatus.RUNNING)
    return chunk


@transaction.atomic
def finish(chunk: Chunk, worker: str, result: Any, *, now: datetime) -> bool:
    """Keep what a worker made of a chunk; False, and nothing kept, if it is not that worker's any more, or deleted.

    The last chunk's finish puts the job together in the same transaction.
    """
    job = Job.objects.select_for_update().filter(pk=chunk.job_id, status__in=OPEN).first()
    mine = Chunk.objects.filter(pk=chunk.pk, worker=worker, status=JobStatus.RUNNING)
    if job is None or not mine.update(status=JobStatus.DONE, result=result, leased_until=None):
        return False
    if not job.chunks.exclude(status=JobStatus.DONE).exists():
        results = list(job.chunks.order_by("number").values_list("result", flat=True))
        _end(job, JobStatus.DONE, now, result=all_kinds()[job.kind].join(job.arguments, results))
    return True


@transaction.atomic
def give_up(chunk: Chunk, worker: str, problem: str, *, now: datetime) -> None:
    """Fail the job of a chunk that its worker cannot do; it can be retried."""
    if Chunk.objects.filter(pk=chunk.pk, worker=worker, status=JobStatus.RUNNING).exists():
        _fail(chunk, now, problem)


@transaction.atomic
def cancel(job: Job, *, now: datetime) -> bool:
    """Stop a job that is not over; what its workers still bring is refused."""
    return _while_in(job, OPEN, lambda: _end(job, JobStatus.CANCELLED, now))


@transaction.atomic
def retry(job: Job) -> bool:
    """Open a failed or cancelled job again; chunks that were finished stay finished."""
    return _while_in(job, (JobStatus.FAILED, JobStatus.CANCELLED), lambda: _reopen(job))


def progress(jobs: "QuerySet[Job]") -> list[Progress]:
    """Return jobs in their order, each with how far it is, with one query."""
    done = Count("chunks", filter=Q(chunks__status=JobStatus.DONE))
    return [Progress(job, job.done, job.parts) for job in jobs.annotate(done=done, parts=Count("chunks"))]


def chunks_by_status() -> dict[str, int]:
    """Return how many chunks there are of each status, of all jobs."""
    counted = dict(Chunk.objects.order_by().values_list("status").annotate(Count("pk")))
    return {str(status): counted.get(status, 0) for status in JobStatus}


def _while_in(job: Job, statuses: tuple[JobStatus, ...], act: Callable[[], None]) -> bool:
    job.refresh_from_db(from_queryset=Job.objects.select_for_update())
    if job.status not in statuses:
        return False
    act()
    return True


def _reopen(job: Job) -> None:
    job.chunks.exclude(status=JobStatus.DONE).update(status=JobStatus.WAITING, attempts=0, worker="", leased_until=None)
    job.status, job.problem, job.ended_at = JobStatus.WAITING, "", None
    job.save(update_fields=["status", "problem", "ended_at"])
    deliver_later(job)


def _fail(chunk: Chunk, now: datetime, problem: str) -> None:
    Chunk.objects.filter(pk=chunk.pk).update(status=JobStatus.FAILED, worker="", leased_until=None)
    _end(chunk.job, JobStatus.FAILED, now, problem=problem)
    log.warning("job %s of kind %s failed", chunk.job_id, chunk.job.kind)


def _end(job: Job, status: JobStatus, now: datetime, *, result: Any = None, problem: str = "") -> None:
    job.status, job.ended_at, job.result, job.problem = status, now, result, problem
    job.save(update_fields=["status", "ended_at", "result", "problem"])
