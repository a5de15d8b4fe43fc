"""The reports on the newest hand-ins of a class, as PDF and JSON, a few in each chunk."""

from collections.abc import Sequence
from typing import Any

from planner.exports.formats import FORMATS
from planner.jobs.kind import Arguments
from planner.models import BundledReport, ClassWork, Job, Submission
from planner.services import reports

A_CHUNK = 5
"""A report takes about half a second, so that a chunk is done long before its lease runs out."""
KINDS = ("pdf", "json")


def split(arguments: Arguments) -> Sequence[Arguments]:
    """Cut the hand-ins of an exercise into chunks; `exercise` is its key, `job` that of the job."""
    works = ClassWork.objects.filter(exercise=arguments["exercise"]).exclude(submission=None).order_by("number")
    hand_ins = [[number, str(pk)] for number, pk in works.values_list("number", "submission")]
    parts = [hand_ins[at : at + A_CHUNK] for at in range(0, len(hand_ins), A_CHUNK)]
    return [{"job": arguments["job"], "hand_ins": part} for part in parts or [[]]]


def work(arguments: Arguments) -> Any:
    """Write the reports of a chunk, each under its name, and return how many; what was deleted meanwhile has none."""
    job = Job.objects.get(key=arguments["job"])
    numbers = {pk: number for number, pk in arguments["hand_ins"]}
    found = Submission.objects.select_related("test").filter(pk__in=numbers)
    return sum(_written(job, one, numbers[str(one.pk)]) for one in found)


def join(arguments: Arguments, results: Sequence[Any]) -> Any:
    """Return on how many hand-ins there are reports."""
    return {"reports": sum(results)}


def _written(job: Job, handed_in: Submission, number: int) -> int:
    report = reports.on_hand_in(handed_in, author=f"Learner {number}")
    for kind in KINDS:
        made = FORMATS[kind].document(report)
        name = f"learner-{number:03}.{FORMATS[kind].suffix}"
        BundledReport.objects.update_or_create(job=job, name=name, defaults={"submission": handed_in, "content": made})
    return 1
