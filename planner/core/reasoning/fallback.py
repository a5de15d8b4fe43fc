"""Where a run goes back to, at whatever moment of its first pass it is cut, and what is done a second time then."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from planner.core.manyruns.routes import Starting, restarts
from planner.core.manyruns.shortcuts import Flags, Ints, Shortcuts
from planner.core.vocabulary import Loads

Schedule = tuple[int, ...]
"""Ms into each interrupted session, recovery included."""

NEVER = 1 << 40
"""More interruptions than any run has."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Fallback:
    """The first pass over a timeline of m micro-operations, as a cut finds it; times are ms.

    A cut "during" an op finds all before it done, and this one not. m stands for an op that there is none of.
    """

    cuts: Shortcuts
    start: Ints
    """Shape (m + 1,): what a run that is cut during each op starts from, as an index into `Starts`; -1: it ends."""
    next_cut: Ints
    """Shape (m + 1,): the first op at or behind each during which a session can be cut."""
    last_cut: Ints
    """Shape (m + 1,): the last such op before each; -1: none."""
    until: Ints
    """Shape (m + 1,): up to which op a cut leads to the same start as a cut during this one."""
    start_unit: Ints
    """Shape (saves + 1,): the first unit whose EFFECT comes (again) after each start."""

    @classmethod
    def of(cls, cuts: Shortcuts) -> Fallback:
        """Look at every op of a timeline."""
        size = len(cuts.timeline.ops)
        starting = Starting(cuts)
        marks = starting.by_mark()
        start = np.where(starting.ends_run(marks), -1, marks)
        place = np.arange(size + 1)
        # What lasts 1 ms at the very start cannot be cut: the first ms of a session is the earliest there is.
        timed = np.append(cuts.first[1:] > np.maximum(cuts.first[:-1], 1), False)
        return cls(
            cuts=cuts,
            start=start,
            next_cut=_first_behind(np.where(timed, place, size)),
            last_cut=np.maximum.accumulate(np.append(-1, np.where(timed, place, -1)[:-1])),
            until=_until(start),
            start_unit=np.array([0, *(save.unit + (not save.inside) for save in cuts.timeline.saves)], np.int64),
        )

    def without(self, units: Collection[int]) -> Fallback:
        """Return the same for a run that takes no save inside these units."""
        if not units:
            return self
        start = self._first_without(units) if self._loads_first else self._newest_without(units)
        return replace(self, start=start, until=_until(start))

    @property
    def _loads_first(self) -> bool:
        return self.cuts.timeline.plan.resume.loads is Loads.FIRST

    def _first_without(self, units: Collection[int]) -> Ints:
        saves = enumerate(self.cuts.timeline.saves, start=1)
        loaded = (at for at, save in saves if save.usable and not (save.inside and save.unit in units))
        first = next(loaded, 0)
        return np.where(np.arange(len(self.start)) >= self.cuts.starts.op[first], first, 0)

    def _newest_without(self, units: Collection[int]) -> Ints:
        instead = np.arange(-1, len(self.start_unit))
        for at, save in enumerate(self.cuts.timeline.saves, start=1):
            if save.inside and save.unit in units:
                instead[at + 1] = instead[self.start[save.op] + 1]
        return instead[self.start + 1]

    @property
    def loadable_saves(self) -> Ints:
        """The ops of the saves that the resume would load, if it found them when it looks."""
        starts, plan = self.cuts.starts, self.cuts.timeline.plan
        if restarts(plan):
            return np.zeros(0, np.int64)
        saves = starts.op[1:][starts.usable[1:]] - 1
        return saves[:1] if self._loads_first else saves

    def cut_ms(self, op: int) -> int:
        """Return the earliest ms at which a first session is cut during an op."""
        return max(int(self.cuts.first[op]), 1)

    def goes_back_before(self, source: Ints, cut: Ints) -> Flags:
        """Return whether a run that is cut once, during an op, goes back to before a source op."""
        start = self.start[cut]
        does: Flags = (start >= 0) & (self.cuts.starts.op[start] <= source)
        return does

    def repeats(self, op: Ints, unit: Ints) -> Flags:
        """Return whether a cut during each op brings the run back to before a unit's EFFECT, or into this unit."""
        start = self.start[op]
        starts, effect = self.cuts.starts, self.cuts.units.effect[unit]
        within = starts.inside[start] & (self.start_unit[start] == unit)
        does: Flags = (start >= 0) & (op < len(self.start) - 1) & ((starts.op[start] <= effect) | within)
        return does


def _until(start: Ints) -> Ints:
    changes = np.append(start[1:] != start[:-1], True)
    behind = np.where(changes, np.arange(1, len(start) + 1), len(start))
    return np.minimum(_first_behind(behind), len(start) - 1)


def _first_behind(places: Ints) -> Ints:
    """Return the smallest place from each entry on."""
    return np.minimum.accumulate(places[::-1])[::-1]
