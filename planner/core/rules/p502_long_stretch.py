"""A run gets from one recovery point to the next without an interruption at least one time in twenty.

Why it matters: a stretch without a save has to be gone through in one piece. The longer it is against the time between
interruptions, the more tries it takes, and each failed try costs its time and repeats what it did.

Flagged, because hardly any night passes without a restart in it:

    Read the archive < 1h
    |
    Compare all files 5h
    Report
    interrupted: restart 1h

Accepted, because it is saved along the way:

    Read the archive < 1h
    |
    Compare all files x50 6min
    |/5
    Report
    interrupted: restart 1h
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from planner.core.change import PlaceCheckpoint
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan
from planner.core.reasoning.standstill import standstill
from planner.core.recovery import recovery_points
from planner.core.rule import Rule
from planner.core.timeline import Save, Timeline
from planner.core.wordings.remedy import comes_back_to_newest
from planner.core.wordings.wording import duration, step_name

RULE = Rule("P502", "long-stretch", Severity.THINK)

_RARE = 0.05


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding about a plan with a stretch that a run seldom gets through in one go: the longest one."""
    rate = plan.interruptions.strikes_per_ms
    if not rate or not plan.steps or standstill(timeline) is not None:
        return
    begin, end = max(_stretches(timeline), key=lambda stretch: _length_ms(timeline, *stretch))
    needs_ms = plan.resume.recovery_ms + _length_ms(timeline, begin, end)
    chance = math.exp(-rate * needs_ms)
    if chance < _RARE:
        yield RULE.finding(
            None,
            problem=f"The run seldom gets from {_named(plan, begin, 'the start')} to {_named(plan, end, 'the end')}: "
            f"{_tries(chance)}.",
            why=f"The way takes {duration(needs_ms)}, recovery included, and something interrupts it every "
            f"{duration(round(1 / rate))} on average.",
            fix=(*_save_between(plan, timeline, begin, end), Choice("Shorten the way, or have it interrupted less.")),
        )


def _stretches(timeline: Timeline) -> Iterator[tuple[Save | None, Save | None]]:
    """Yield the recovery points that each stretch lies between; None: the start or the end of the run."""
    yield from pairwise((None, *recovery_points(timeline), None))


def _length_ms(timeline: Timeline, begin: Save | None, end: Save | None) -> int:
    ops = slice(0 if begin is None else begin.op + 1, None if end is None else end.op + 1)
    return int(timeline.op_ms[ops].sum())


def _named(plan: Plan, save: Save | None, otherwise: str) -> str:
    return otherwise if save is None else f"the save at {step_name(plan.steps[save.step])}"


def _tries(chance: float) -> str:
    if chance < 1e-6:
        return "less than one try in a million does it"
    return f"about one try in {round(1 / chance):,} does it"


def _save_between(plan: Plan, timeline: Timeline, begin: Save | None, end: Save | None) -> tuple[Choice, ...]:
    """Offer a checkpoint behind the step that ends nearest to the middle of the stretch."""
    first = 0 if begin is None else begin.step + 1
    last = len(plan.steps) - 1 if end is None else end.step
    if not comes_back_to_newest(plan) or first >= last:
        return ()
    ends_ms = np.cumsum(timeline.op_ms)
    begin_ms = 0 if begin is None else int(ends_ms[begin.op])
    middle_ms = begin_ms + _length_ms(timeline, begin, end) // 2
    steps_ms = ends_ms[[timeline.unit_done[timeline.first_unit[at + 1] - 1] for at in range(first, last)]]
    step = plan.steps[first + int(np.abs(steps_ms - middle_ms).argmin())]
    text = f"Place a checkpoint behind {step_name(step)}, near the middle of the way. Each run pays for the save."
    return (Choice(text, PlaceCheckpoint(step.id)),)
