"""Work that leads up to a person's decision is saved before the person is asked.

Why it matters: a person may take hours or days to answer, and the run is most often stopped while it waits. Without a
checkpoint directly before, all the work since the last one is done again, and it may not come out as the person saw
it.

Flagged, because the drafts are not saved while the run waits:

    Draft the letters ~ 25min
    Approve the letters ?
    |
    Send the letters !

Accepted:

    Draft the letters ~ 25min
    |
    Approve the letters ?
    |
    Send the letters !
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise

from planner.core.change import PlaceCheckpoint
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan, Step
from planner.core.recovery import recovery_points, work_before_ms
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.vocabulary import Kind
from planner.core.wordings.wording import duration, step_name

RULE = Rule("C211", "unsaved-before-gate", Severity.THINK)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each gate with work between it and the recovery point before it."""
    work_ms = work_before_ms(timeline)
    starts = [0, *(save.op + 1 for save in recovery_points(timeline))]
    for at, (before, step) in enumerate(pairwise(plan.steps), start=1):
        if step.kind is Kind.GATE:
            gate = int(timeline.unit_first[timeline.first_unit[at]])
            start = starts[bisect_right(starts, gate) - 1]
            since_ms = int(work_ms[gate] - work_ms[start])
            if since_ms:
                yield _finding(plan, step, before, since_ms)


def _finding(plan: Plan, step: Step, before: Step, since_ms: int) -> Finding:
    return RULE.finding(
        step,
        problem=f"If the run stops while {step_name(step)} waits for a person, {duration(since_ms)} of work is done "
        "again, and it may not come out as the person saw it.",
        why=f"No recovery point lies between {step_name(before)} and {step_name(step)}.",
        fix=(
            _save_first(plan, before),
            Choice("Leave it if the answer comes within moments, and the work is short and comes out the same."),
        ),
    )


def _save_first(plan: Plan, before: Step) -> Choice:
    if plan.is_saved_after(before.id):
        return Choice(f"Mend the checkpoint after {step_name(before)}, or the resume, so that a run comes back there.")
    return Choice(
        f"Place a checkpoint after {step_name(before)}: the run then waits with its work saved. Each run pays for it.",
        PlaceCheckpoint(before.id),
    )
