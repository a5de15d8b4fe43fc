"""Snapshots that a run cannot go on from as they are: which variables are at fault, and when that shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from planner.core.plan import Checkpoint, Plan
from planner.core.recovery import save_ends_ms
from planner.core.timeline import Save, Timeline
from planner.core.wordings.wording import checkpoint_name


@dataclass(frozen=True, slots=True)
class Flaw:
    """The variables at fault at a checkpoint, and the cut, in ms, where the first save with one of them ends."""

    checkpoint: Checkpoint
    names: frozenset[str]
    witness: tuple[int, ...]


def flaws(timeline: Timeline, at_fault: Callable[[Save], Iterable[str]]) -> Iterator[Flaw]:
    """Yield the flaw of each checkpoint that has one; `at_fault` names the variables of one save."""
    names: dict[int, set[str]] = {}
    first_ms: dict[int, int] = {}
    for save, end_ms in zip(timeline.saves, save_ends_ms(timeline), strict=True):
        if faulty := set(at_fault(save)):
            names.setdefault(save.checkpoint, set()).update(faulty)
            first_ms.setdefault(save.checkpoint, end_ms)
    for index, found in names.items():
        yield Flaw(timeline.plan.checkpoints[index], frozenset(found), (first_ms[index],))


def consequence(plan: Plan, checkpoint: Checkpoint, *, without: str) -> str:
    """Return what a flaw leads to: no run goes on from there, or one goes on inside a step `without` something."""
    place = checkpoint_name(plan, checkpoint)
    if checkpoint.inside is not None:
        return f"A run goes on from {place} without {without}."
    return f"No run can go on from {place}, although every run pays for its save."
