"""A checkpoint directly behind an action does not by itself keep the action from being repeated.

Why it matters: between the act and the end of the save lies a gap. It may be short, but a run that stops in it goes
back to before the action, and the world sees it twice.

Flagged, because the mail is out before the save is:

    Draft the report
    |
    Mail the report !
    | 5s
    Tidy up

Accepted, because the mail server takes the repeat for what it is:

    Draft the report
    |
    Mail the report ! [stored key]
    | 5s
    Tidy up
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.finding import Finding, Severity
from planner.core.plan import Plan
from planner.core.reasoning.duplication import Cause
from planner.core.reasoning.possible import possibilities
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.wordings.remedy import UNDO, against_repeats, left_unguarded, twice
from planner.core.wordings.wording import step_name

RULE = Rule("R302", "save-gap", Severity.FIX)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each action that can be duplicated although a recovery point follows directly."""
    for found in possibilities(timeline).duplications:
        if found.cause is Cause.SAVE_GAP:
            step = plan.steps[found.step]
            yield RULE.finding(
                step,
                problem=f"{twice(step, step_name(step))}, if the run stops between the act and the end of the save.",
                why=f"{left_unguarded(plan, step)}. A checkpoint follows directly, but until its save has ended a "
                "stopped run goes back to before the act.",
                fix=(*against_repeats(plan, step), UNDO),
                witness=found.witness,
            )
