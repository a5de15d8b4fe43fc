"""What the test runs and the exploration showed of a step: how often of how many, or that it cannot happen."""

from __future__ import annotations

from planner.core.exploring.event import Mishap
from planner.core.plan import Step
from planner.core.reporting.blocks import Cell, Tone
from planner.core.reporting.facts import Facts
from planner.core.vocabulary import Kind
from planner.core.wordings.quantities import counted, mean, of
from planner.core.wordings.wording import joined, sentence

_ABLE = {
    Mishap.DUPLICATES: "happen twice",
    Mishap.MISSED: "be left out",
    Mishap.REASKS: "be asked again",
    Mishap.DIVERGENCES: "come out different after use",
}
_SEEN = {
    Mishap.MISSED: "Left out {} times a run on average",
    Mishap.REASKS: "Asked again {} times a run on average",
    Mishap.DIVERGENCES: "Came out different after use {} times a run on average",
}
_NOT = {
    Mishap.MISSED: "not left out",
    Mishap.REASKS: "not asked again",
    Mishap.DIVERGENCES: "not different after use",
}
_GRAVE = {Mishap.DUPLICATES, Mishap.MISSED}


def seen(facts: Facts, step: Step) -> Cell:
    """Return what is known of the step; a dash where nothing outside can come to harm."""
    asked = _asked(step)
    harm = {mishap: text for mishap in asked if (text := _harm(facts, step, mishap))}
    if harm:
        first, *others = harm.values()
        return Cell(first, tuple(others), Tone.FIX if harm.keys() & _GRAVE else Tone.THINK)
    if not asked:
        return Cell("–")
    repeats = "A repeat does no harm. " if step.idempotent else ""
    if all(facts.is_excluded(mishap, step.id) for mishap in asked):
        never = joined([_ABLE[mishap] for mishap in asked], "or")
        return Cell(f"{repeats}Cannot {never} with up to two interruptions in this model", tone=Tone.PASSED)
    return Cell(f"{repeats}{_never_seen(asked)} in {counted(facts.summary.runs, 'test run')}", tone=Tone.NOTE)


def _never_seen(asked: tuple[Mishap, ...]) -> str:
    return "Not seen" if Mishap.DUPLICATES in asked else sentence(joined([_NOT[mishap] for mishap in asked], "or"))


def _asked(step: Step) -> tuple[Mishap, ...]:
    """Return what could go wrong with a step of this kind; a repeat of an idempotent action does no harm."""
    varies = () if step.deterministic else (Mishap.DIVERGENCES,)
    if step.kind is Kind.GATE:
        return (Mishap.REASKS, *varies)
    if step.kind is not Kind.ACTION:
        return varies
    return (Mishap.MISSED, *varies) if step.idempotent else (Mishap.DUPLICATES, Mishap.MISSED, *varies)


def _harm(facts: Facts, step: Step, mishap: Mishap) -> str:
    """Return how often something was seen, or that it is possible; nothing where neither is known."""
    counts = facts.summary.by_step[step.id]
    if mishap is Mishap.DUPLICATES and counts.runs_with_duplicates:
        return f"Happened twice in {of(facts.runs_with_twice(step.id), facts.interrupted)} interrupted runs"
    often: float = getattr(counts, mishap.value)
    if often and mishap in _SEEN:
        return _SEEN[mishap].format(mean(often))
    fewest = facts.fewest(mishap, step.id)
    if fewest is None:
        return ""
    runs = counted(facts.summary.runs, "test run")
    return f"Not seen in {runs}, but can {_ABLE[mishap]} with {counted(fewest, 'interruption')}"
