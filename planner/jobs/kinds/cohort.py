"""The newest hand-ins of a class under other assumptions: today's rules and new runs, beside what was handed in."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from planner.jobs.kind import Arguments
from planner.services.classes import cohort
from planner.services.classes.cohort import Assumptions

A_CHUNK = 50
"""A hand-in takes some milliseconds, and a third of a second where hardly a run ends."""


def split(arguments: Arguments) -> Sequence[Arguments]:
    """Cut the hand-ins of an exercise into chunks; `exercise` is its key, `assumptions` what they are put under."""
    shared = {"assumptions": arguments["assumptions"]}
    return [{**shared, "hand_ins": part} for part in cohort.parts(arguments["exercise"], size=A_CHUNK)]


def work(arguments: Arguments) -> Any:
    """Check and simulate the plans of a chunk, and return each as it was and as it is."""
    lines = cohort.measured(arguments["hand_ins"], Assumptions.of(arguments["assumptions"]))
    return [asdict(line) for line in lines]


def join(arguments: Arguments, results: Sequence[Any]) -> Any:
    """Count over all hand-ins; what each came to stays with the chunks."""
    return cohort.together(results, under=Assumptions.of(arguments["assumptions"]))
