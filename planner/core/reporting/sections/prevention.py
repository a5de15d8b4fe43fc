"""What stands between a step and its repeat, in words: its guards as they act, and the checkpoint behind it."""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.plan import Step
from planner.core.protection import Protection
from planner.core.recovery import recovery_points
from planner.core.timeline import Timeline
from planner.core.vocabulary import GateWhen, Guard, KeySource, Kind
from planner.core.wordings.letters import checkpoint_word
from planner.core.wordings.quantities import about

_KEYS = {
    None: "",
    KeySource.STORED: ", made once and stored before acting",
    KeySource.DERIVED: ", made from the data itself",
    KeySource.NEW_EACH_ATTEMPT: ", made anew at each attempt",
}


def preventions(timeline: Timeline, at: int) -> tuple[str, ...]:
    """Return what keeps the step at an index from being repeated; a guard that no resume reads is named as such."""
    step, protection = timeline.plan.steps[at], timeline.protections[at]
    if step.kind is Kind.ACTION:
        return tuple(_guards(step, protection))
    return tuple(_checkpoint_behind(timeline, at))


def _guards(step: Step, protection: Protection) -> Iterator[str]:
    kept = {Guard.ACTION_RECORD, Guard.INTENT_RECORD} & set(step.guards)
    if kept:
        yield _record(step, protection)
    if Guard.LOOKUP in step.guards:
        words = "unclear ones are looked up" if kept else "Looked up before acting"
        yield words if protection.looks_up else f"{words} (planned, but no resume checks it)"
    if Guard.HUMAN_GATE in step.guards:
        yield _person(step, has_record=bool(kept))
    if Guard.IDEMPOTENCY_KEY in step.guards:
        yield f"A key that the receiver recognises (idempotency key){_KEYS[step.key_source]}{_kept(step)}"


def _record(step: Step, protection: Protection) -> str:
    before, after = Guard.INTENT_RECORD in step.guards, Guard.ACTION_RECORD in step.guards
    if not (protection.records or protection.intents):
        return "Action record (planned, but no resume reads it)"
    if before and after:
        return "Action record, before and after"
    if before:
        return "Action record, written before acting (an action can be left out)"
    return "Action record, written after acting (a gap remains)"


def _person(step: Step, *, has_record: bool) -> str:
    if step.gate_when is GateWhen.ALWAYS:
        return "A person confirms each time"
    return "a person decides unclear ones" if has_record else "A person confirms when resuming"


def _kept(step: Step) -> str:
    return "" if step.key_retention_ms is None else f", kept for {about(step.key_retention_ms)}"


def _checkpoint_behind(timeline: Timeline, at: int) -> Iterator[str]:
    behind = [save for save in recovery_points(timeline) if save.step == at and not save.inside]
    if behind:
        last = timeline.plan.checkpoints[behind[-1].checkpoint]
        yield f"Checkpoint {checkpoint_word(timeline.plan, last.id)} after it"
