"""Background work for a class: asked for, followed, stopped, taken up again, and what it has made."""

from __future__ import annotations

import io
import zipfile
from enum import StrEnum
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction

from planner.core.errors import PlanError
from planner.jobs import ledger
from planner.jobs.ledger import Progress as Progress
from planner.models import BundledReport, ClassJob, Classroom, Job
from planner.models.job import JobStatus as JobStatus
from planner.services.classes.enlisting import enlist
from planner.services.once import key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from planner.models import Member

MOST_LISTED = 10


class Work(StrEnum):
    """What can be asked for, by the name of its kind."""

    REPORTS = "class_reports"
    RECHECK = "class_recheck"
    COHORT = "cohort"


WITHOUT_MORE = (Work.REPORTS, Work.RECHECK)
"""What takes no more to ask for than the class."""


def start(member: Member, work: Work, *, key: str, **more: Any) -> Job:
    """Ask for work on the newest hand-ins of a class; `more` is what it takes beside these, such as `assumptions`.

    The same form again gives the same job. What an earlier job of this kind has made goes, once it is over. PlanError
    for a key that is none, or that of another form.
    """
    key_id = key_of(key)
    exercise = member.classroom.exercise
    enlist(exercise)
    with transaction.atomic():
        Classroom.objects.select_for_update().get(pk=member.classroom_id)
        known: Job | None = _jobs(member).filter(key=key_id).first()
        if known:
            return known
        if Job.objects.filter(key=key_id).exists():
            raise PlanError("key", "the key of a form of this class")
        _jobs(member).filter(kind=work).exclude(status__in=ledger.OPEN).delete()
        arguments = {"exercise": exercise.pk, "job": str(key_id), **more}
        job = ledger.start(work.value, arguments, key=key_id, owner=member.user)
        ClassJob.objects.create(classroom=member.classroom, job=job)
    return job


def progress(member: Member) -> list[Progress]:
    """Return the jobs of a class, the newest first, with one query."""
    return ledger.progress(_jobs(member).order_by("-created_at")[:MOST_LISTED])


def find(member: Member, key: UUID) -> Job:
    """Return a job of a class; Job.DoesNotExist for any other."""
    found: Job = _jobs(member).get(key=key)
    return found


def cancel(member: Member, key: UUID, *, now: datetime) -> bool:
    """Stop a job; false if it is over already."""
    return ledger.cancel(find(member, key), now=now)


def retry(member: Member, key: UUID) -> bool:
    """Take up a job again that failed or was stopped; false if it goes on or is done."""
    return ledger.retry(find(member, key))


def archive(job: Job, more: Iterable[tuple[str, bytes]]) -> Iterator[bytes]:
    """Yield a ZIP of what a job has made and of more files, piece by piece, one file in memory at a time."""
    out = _Pipe()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in more:
            packed.writestr(name, content)
            yield out.taken()
        for pk in list(job.reports.order_by("name").values_list("pk", flat=True)):
            for name, kept in BundledReport.objects.filter(pk=pk).values_list("name", "content"):
                packed.writestr(name, bytes(kept))
                yield out.taken()
    yield out.taken()


class _Pipe(io.RawIOBase):
    """What a ZIP is written to and read from at once; it cannot go back."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        """Say that it can be written to."""
        return True

    def write(self, piece: object) -> int:
        """Take a piece."""
        taken = bytes(piece)  # type: ignore[call-overload]
        self._pieces.append(taken)
        return len(taken)

    def taken(self) -> bytes:
        """Return what has been written since the last time."""
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


def _jobs(member: Member) -> Any:
    return Job.objects.filter(of_class__classroom=member.classroom_id)
