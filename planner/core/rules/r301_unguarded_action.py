"""An action that an interruption repeats is guarded, or at least a recovery point follows it directly.

Why it matters: a run that stops behind the action goes back to before it and acts again. The receiver gets two letters,
two payments, two orders. The longer the way to the next recovery point, the more often that happens.

Flagged, because a run that stops while it files the receipt pays again:

    Read the invoice <
    |
    Pay the invoice !
    File the receipt

Accepted, because what was begun and not seen to be done is looked up:

    Read the invoice <
    |
    Pay the invoice ! [record, intent, lookup]
    File the receipt
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import PlaceCheckpoint
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan, Step
from planner.core.reasoning.duplication import Cause
from planner.core.reasoning.possible import possibilities
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.wordings.remedy import UNDO, against_repeats, comes_back_to_newest, left_unguarded, twice
from planner.core.wordings.wording import step_name

RULE = Rule("R301", "unguarded-action", Severity.FIX)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each action that can be duplicated and that no recovery point follows directly."""
    for found in possibilities(timeline).duplications:
        if found.cause is Cause.NO_SAVE:
            step = plan.steps[found.step]
            yield RULE.finding(
                step,
                problem=f"{twice(step, step_name(step))}: a run that stops behind it goes back and does it again.",
                why=f"{left_unguarded(plan, step)}, and {_followed(plan)}.",
                fix=(*against_repeats(plan, step), *_save_behind(plan, step), UNDO),
                witness=found.witness,
            )


def _followed(plan: Plan) -> str:
    if not plan.identity.survives:
        return "a restart does not find the run, so it begins again from its first step"
    return "no place that a run can come back to follows it directly"


def _save_behind(plan: Plan, step: Step) -> tuple[Choice, ...]:
    if not comes_back_to_newest(plan) or plan.is_saved_after(step.id):
        return ()
    text = f"Place a checkpoint behind {step_name(step)}. It repeats less often then, and still can."
    return (Choice(text, PlaceCheckpoint(step.id)),)
