"""Saves that a run can be made to leave out: those inside a unit that its intent record keeps from being finished.

Cut between such a unit's INTENT and its save, a run never walks the unit again, and later goes back further than its
first pass would have. It takes one interruption for each unit that is left out.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from planner.core.manyruns.routes import restarts, routes
from planner.core.manyruns.shortcuts import Flags, Ints
from planner.core.reasoning.fallback import NEVER, Fallback, Schedule
from planner.core.timeline import Save
from planner.core.vocabulary import Loads


@dataclass(frozen=True, slots=True)
class Omission:
    """A unit whose inside saves can be left out, the first of these, and the op during which to cut for it."""

    unit: int
    save_op: int
    cut_op: int


class Avoidance:
    """Which saves stand between two places of a first pass, and how to get past them."""

    def __init__(self, fallback: Fallback) -> None:
        self._fallback = fallback
        self.completed_again = _completed_again(fallback)
        """Mask of the non-deterministic steps whose units are completed again when a run goes over them again."""
        self.omissions = _omissions(fallback)
        self._omission_ops = [omission.save_op for omission in self.omissions]
        omitted = {omission.unit for omission in self.omissions}
        blocking = _blocking(fallback, omitted)
        size = len(fallback.start)
        self._blocking = _counted(blocking, size)
        self._fixed = _counted((save for save in blocking if not _is_omitted(save, omitted)), size)

    def changes_between(self, op: Ints, later: Ints) -> Flags:
        """Return whether a save that changes where runs go back to lies from one op up to a later one."""
        changes: Flags = self._blocking[op] != self._blocking[later]
        return changes

    def fewest(self, source: Ints, cut: Ints) -> Ints:
        """Return how many interruptions let a run go back to before each source when it is cut; NEVER: none do."""
        places = (np.searchsorted(self._omission_ops, ops) for ops in (source, cut))
        omitted = -np.subtract(*places)
        can = (self._fallback.start[source] >= 0) & (self._fixed[source] == self._fixed[cut])
        return np.where(self._fallback.goes_back_before(source, cut), 1, np.where(can, 1 + omitted, NEVER))

    def schedule(self, source_op: int, cut_op: int) -> Schedule:
        """Return such a schedule: it leaves out all that it must, and is cut last on the first pass over an op."""
        if self._fallback.goes_back_before(np.array(source_op), np.array(cut_op)):
            return (self._fallback.cut_ms(cut_op),)
        first, behind = (bisect_left(self._omission_ops, op) for op in (source_op, cut_op))
        omissions = self.omissions[first:behind]
        start = int(self._fallback.start[source_op])
        later_ms = self.later_ms(omissions, start)
        return (*self.leaving_out(omissions, start), max(int(self._fallback.cuts.first[cut_op]) + later_ms, 1))

    def sets_before(self, op: int, most: int) -> Iterator[tuple[Omission, ...]]:
        """Yield what can be left out on the way to an op so that a run goes back further: of up to so many units."""
        behind = bisect_left(self._omission_ops, op)
        for first in reversed(range(max(behind - most, 0), behind)):
            save_op = self._omission_ops[first]
            if self._fallback.start[save_op] < 0 or self._fixed[save_op] != self._fixed[op]:
                return
            yield self.omissions[first:behind]

    def sets_behind(self, op: int, most: int) -> Iterator[tuple[Omission, ...]]:
        """Yield what can be left out from an op on so that cuts further behind lead back to before it."""
        first = bisect_left(self._omission_ops, op)
        for behind in range(first, min(first + most, len(self.omissions))):
            if self._fixed[op] != self._fixed[self._omission_ops[behind]]:
                return
            yield self.omissions[first : behind + 1]

    def leaving_out(self, omissions: tuple[Omission, ...], start: int) -> Schedule:
        """Return the cuts that leave saves out, in sessions that begin from `start` (the first from the run's)."""
        first_ms = self._fallback.cut_ms(omissions[0].cut_op)
        by_then = (
            max(int(self._fallback.cuts.first[later.cut_op]) + self.later_ms((before,), start), 1)
            for before, later in pairwise(omissions)
        )
        return (first_ms, *by_then)

    def later_ms(self, omissions: tuple[Omission, ...], start: int) -> int:
        """Return how much later than a first pass the session after these cuts passes what is new to it."""
        cuts = self._fallback.cuts
        route = routes(cuts, np.array([start]), np.array([omissions[-1].cut_op]))
        return cuts.timeline.plan.resume.recovery_ms - int(route.first_offset[0])


def _completed_again(fallback: Fallback) -> int:
    timeline = fallback.cuts.timeline
    pairs = enumerate(zip(timeline.plan.steps, timeline.protections, strict=True))
    return sum(1 << at for at, (step, guarded) in pairs if not (step.deterministic or guarded.skips_done))


def _omissions(fallback: Fallback) -> tuple[Omission, ...]:
    timeline, intent = fallback.cuts.timeline, fallback.cuts.units.intent
    inside = [save for save in timeline.saves if save.inside and timeline.protections[save.step].leaves_doubt]
    first = {save.unit: save.op for save in reversed(inside)}
    all_units = [(unit, op, int(fallback.next_cut[intent[unit] + 1])) for unit, op in sorted(first.items())]
    return tuple(Omission(unit, op, cut_op) for unit, op, cut_op in all_units if cut_op <= op)


def _is_omitted(save: Save, omitted: set[int]) -> bool:
    return save.inside and save.unit in omitted


def _blocking(fallback: Fallback, omitted: set[int]) -> list[Save]:
    """Return the saves that change where a run goes back to; under `first` one that is always taken is the last."""
    timeline = fallback.cuts.timeline
    loads = timeline.plan.resume.loads
    if restarts(timeline.plan):
        return []
    saves = [save for save in timeline.saves if save.usable or loads is Loads.LATEST]
    if loads is not Loads.FIRST:
        return saves
    fixed = (at for at, save in enumerate(saves, start=1) if not _is_omitted(save, omitted))
    return saves[: next(fixed, len(saves))]


def _counted(saves: Iterable[Save], size: int) -> Ints:
    """Return how many of the saves stand before each op."""
    counted = np.zeros(size + 1, np.int64)
    counted[[save.op + 1 for save in saves]] = 1
    return counted.cumsum()[:size]
