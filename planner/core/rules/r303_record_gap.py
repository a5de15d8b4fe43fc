"""An action is recorded before it begins as well as after, or its unclear cases are resolved in another way.

Why it matters: a record that is written only after the act does not know of an act that was just done. A run that stops
in between acts again. The gap is short, so it is seldom met, and in a long life it is.

Flagged, because nothing tells a run that stops right after the booking that it has booked:

    Choose the room
    |
    Book the room ! [record]
    |
    Tell the guests

Accepted, because what was begun and not recorded as done is looked up:

    Choose the room
    |
    Book the room ! [record, intent, lookup]
    |
    Tell the guests
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan
from planner.core.reasoning.duplication import Cause
from planner.core.reasoning.possible import possibilities
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.wordings.remedy import against_repeats, twice
from planner.core.wordings.wording import duration, step_name

RULE = Rule("R303", "record-gap", Severity.THINK)

_LIVE_WITH_IT = Choice("Live with the gap, and say why: it is short, and a repeat does little harm.")


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each action that can be duplicated in the window between its EFFECT and its record."""
    for found in possibilities(timeline).duplications:
        if found.cause is Cause.RECORD_GAP:
            step = plan.steps[found.step]
            gap = duration(step.duration_ms - step.before_effect_ms)
            yield RULE.finding(
                step,
                problem=f"{twice(step, step_name(step))}, if the run stops between the act and its record.",
                why=f"The record is written {gap} after the act; a run that stops in between knows nothing of it.",
                fix=(*against_repeats(plan, step), _LIVE_WITH_IT),
                witness=found.witness,
            )
