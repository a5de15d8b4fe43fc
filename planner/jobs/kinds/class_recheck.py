"""Today's rules over the newest hand-ins of a class, beside what the rules found when they were handed in."""

from collections.abc import Sequence
from typing import Any

from planner.core.fingerprint import rule_set
from planner.core.planfile import read_plan
from planner.jobs.kind import Arguments
from planner.models import Submission
from planner.services.classes import cohort

A_CHUNK = 20


def split(arguments: Arguments) -> Sequence[Arguments]:
    """Cut the hand-ins of an exercise into chunks; `exercise` is its key."""
    return [{"hand_ins": part} for part in cohort.parts(arguments["exercise"], size=A_CHUNK)]


def work(arguments: Arguments) -> Any:
    """Check the plans of a chunk, and return how many there were and which differ from what was found then."""
    numbers = {pk: number for number, pk in arguments["hand_ins"]}
    found = Submission.objects.filter(pk__in=numbers).only("document", "findings")
    told = [_told(one, numbers[str(one.pk)]) for one in found]
    differing = sorted((one for one in told if one["new"] or one["gone"]), key=lambda one: int(one["number"]))
    return {"checked": len(told), "differing": differing}


def join(arguments: Arguments, results: Sequence[Any]) -> Any:
    """Put the chunks together, with the rules that they were checked by."""
    differing = [one for result in results for one in result["differing"]]
    return {"checked": sum(result["checked"] for result in results), "differing": differing, "rules": rule_set()}


def _told(handed_in: Submission, number: int) -> dict[str, Any]:
    then = cohort.codes_then(handed_in.findings).keys()
    now = cohort.codes_now(read_plan(handed_in.document)).keys()
    return {
        "number": number,
        "submission": str(handed_in.pk),
        "new": sorted(now - then),
        "gone": sorted(then - now),
    }
