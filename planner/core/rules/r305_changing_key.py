"""Every attempt of an action carries the same idempotency key.

Why it matters: the receiver tells a repeat by its key. A key that is made anew, or made from something that comes out
differently the second time, makes the repeat look like a new order, and it is carried out.

Flagged, because the key is made from a text that is drafted anew:

    Draft the letter ~ -> letter
    Send the letter ! [derived key] <- letter
    |
    Tidy up

Accepted, because the key is stored before the first attempt:

    Draft the letter ~ -> letter
    Send the letter ! [stored key] <- letter
    |
    Tidy up
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
from planner.core.wordings.remedy import against_repeats, comes_back_to_newest, store_the_key, twice
from planner.core.wordings.wording import step_name

RULE = Rule("R305", "changing-key", Severity.FIX)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each action that can be duplicated because the repeat carries another key."""
    for found in possibilities(timeline).duplications:
        if found.cause is Cause.OTHER_KEY:
            step = plan.steps[found.step]
            source = None if found.source is None else plan.steps[found.source]
            yield RULE.finding(
                step,
                problem=f"{twice(step, step_name(step))}: the repeat carries another key, so the receiver acts again.",
                why=_why(source),
                fix=(store_the_key(step), *_save_source(plan, source), *against_repeats(plan, step)),
                witness=found.witness,
            )


def _why(source: Step | None) -> str:
    if source is None:
        return "Each attempt makes a new key."
    return f"The key is made from what {step_name(source)} gives, and done again that can come out differently."


def _save_source(plan: Plan, source: Step | None) -> tuple[Choice, ...]:
    if source is None or not comes_back_to_newest(plan) or plan.is_saved_after(source.id):
        return ()
    text = f"Place a checkpoint behind {step_name(source)}, so that the key is made from the same each time."
    return (Choice(text, PlaceCheckpoint(source.id)),)
