"""The reports on the newest hand-ins of a class, as PDF and JSON, a few in each chunk."""

from collections.abc import Sequence
from typing import Any

from django.db import IntegrityError

from planner.exports.formats import FORMATS
from planner.jobs.kind import Arguments
from planner.models import BundledReport, Job, Submission
from planner.services import reports
from planner.services.classes import cohort

A_CHUNK = 5
"""A report takes about half a second, so that a chunk is done long before its lease runs out."""
KINDS = ("pdf", "json")


def split(arguments: Arguments) -> Sequence[Arguments]:
    """Cut the hand-ins of an exercise into chunks; `exercise` is its key, `job` that of the job."""
    parts = cohort.parts(arguments["exercise"], size=A_CHUNK)
    return [{"job": arguments["job"], "hand_ins": part} for part in parts]


def work(arguments: Arguments) -> Any:
    """Write the reports of a chunk, each under its name, and return how many; what was deleted meanwhile has none."""
    job = Job.objects.get(key=arguments["job"])
    numbers = {pk: number for number, pk in arguments["hand_ins"]}
    found = Submission.objects.select_related("test").filter(pk__in=numbers)
    return sum(bundle(job, one, numbers[str(one.pk)]) for one in found)


def join(arguments: Arguments, results: Sequence[Any]) -> Any:
    """Return on how many hand-ins there are reports."""
    return {"reports": sum(results)}


def bundle(job: Job, handed_in: Submission, number: int) -> int:
    """Write the reports on one hand-in, and return 1; 0 if it or the job was deleted since it was read."""
    report = reports.on_hand_in(handed_in, author=f"Learner {number}")
    try:
        for kind in KINDS:
            _keep(job, handed_in, f"learner-{number:03}.{FORMATS[kind].suffix}", FORMATS[kind].document(report))
    except IntegrityError:
        return 0
    return 1


def _keep(job: Job, handed_in: Submission, name: str, content: bytes) -> None:
    kept = {"submission": handed_in, "content": content}
    BundledReport.objects.update_or_create(job=job, name=name, defaults=kept)
