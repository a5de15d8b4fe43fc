"""A batch does not act a second time on more than one of its items.

Why it matters: a run that stops in the middle of a batch goes back to before its first unsaved item and acts on all of
them again. What would be one wrong letter becomes forty-eight.

Flagged, because a stop near the end sends almost all of them again:

    Draft the letters
    |
    Send the letters ! x48 4s
    |
    Report

Accepted, because each item is recorded and unclear ones are looked up:

    Draft the letters
    |
    Send the letters ! x48 4s [record, intent, lookup]
    |
    Report
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import MoveCheckpoint
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan, Step
from planner.core.reasoning.duplication import Cause
from planner.core.reasoning.possible import possibilities
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.wordings.remedy import UNDO, against_repeats, twice
from planner.core.wordings.wording import step_name

RULE = Rule("R308", "repeated-batch", Severity.FIX)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each batch of which more than one item can be duplicated in one session."""
    for found in possibilities(timeline).duplications:
        if found.cause is Cause.BATCH:
            step = plan.steps[found.step]
            items = f"Up to {found.at_once:,} of the {step.items:,} items of {step_name(step)}"
            yield RULE.finding(
                step,
                problem=f"{twice(step, items, how=' in one session')}.",
                why="A run that stops in the middle of the batch goes back to before items that are done, and does "
                "them again.",
                fix=(*against_repeats(plan, step), _save_each(plan, step), UNDO),
                witness=found.witness,
            )


def _save_each(plan: Plan, step: Step) -> Choice:
    text = "Save behind every item. At most one repeats then, and each run pays for that many saves."
    behind = [checkpoint for checkpoint in plan.checkpoints if checkpoint.after == step.id]
    return Choice(text, MoveCheckpoint(behind[0].id, step.id, every_items=1) if behind else None)
