"""A run of two or more steps has at least one checkpoint.

Why it matters: without a checkpoint every interruption sends the run back to its first step, and what it already did
outside is done again.

Flagged:

    Read the orders <
    Draft the answers 30min
    Send the answers !

Accepted:

    Read the orders <
    Draft the answers 30min
    |
    Send the answers !
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from planner.core.change import PlaceCheckpoint
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan, Step
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.wordings.wording import duration, step_name

RULE = Rule("C200", "no-checkpoint", Severity.FIX)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding about a plan of two or more steps that has no checkpoint."""
    if len(plan.steps) < 2 or plan.checkpoints:
        return
    way_back_ms, best = _shortest_way_back(plan)
    yield RULE.finding(
        None,
        problem=f"Every interruption sends the run back to {step_name(plan.steps[0])}, "
        f"up to {duration(timeline.ideal_ms)} of work and every action again.",
        why="There is no checkpoint, so a resumed run finds nothing to go on from.",
        fix=(
            Choice(
                f"Place a checkpoint after {step_name(best)}: the way back is then at most {duration(way_back_ms)}. "
                "Each run pays for its save.",
                PlaceCheckpoint(best.id),
            ),
            Choice(
                "Place one directly behind each action that must not happen twice. It narrows the gap and "
                "does not close it."
            ),
        ),
    )


def _shortest_way_back(plan: Plan) -> tuple[int, Step]:
    """Return the longest way back with one checkpoint at the best place, in ms, and the step that it stands after."""
    work_ms = [step.items * step.duration_ms for step in plan.steps]
    whole_ms = sum(work_ms)
    longest_ms = [max(before, whole_ms - before) for before in accumulate(work_ms[:-1])]
    at = max(range(len(longest_ms)), key=lambda at: (-longest_ms[at], at))
    return longest_ms[at], plan.steps[at]
