"""Where on its first pass a run can be cut so that a unit acts again, or never; for all units at once."""

from __future__ import annotations

import numpy as np

from planner.core.manyruns.shortcuts import Flags, Ints, flags
from planner.core.reasoning.fallback import Fallback


class Openings:
    """The openings of the u units of a timeline of m micro-operations; each array has shape (u,)."""

    def __init__(self, fallback: Fallback) -> None:
        cuts = fallback.cuts
        self.fallback = fallback
        self.none = len(cuts.timeline.ops)
        """In place of an op: there is none."""
        self.unit = np.arange(len(cuts.timeline.unit_first))
        self.step = cuts.units.step[:-1]
        self.effect, self.done = cuts.units.effect[:-1], cuts.units.done[:-1]
        self.again = self._again()
        """The first op during which a cut has the unit's EFFECT repeated (by whatever key)."""
        self.never = self._never()
        """The first op during which a cut has the unit left undone because of its intent record."""
        self.at_once = self._at_once()
        """How many units of the step act again together if the run is cut there."""
        self.followed = self._followed()
        """A recovery point follows directly: its save begins at the unit's DONE."""
        self.after_done = self._after_done()
        """The EFFECT is repeated also when the run is cut once the unit is DONE."""

    def first_of_step(self, values: Ints) -> Ints:
        """Return the smallest value of each step."""
        return np.minimum.reduceat(values, self._first_unit)

    def most_of_step(self, values: Ints) -> Ints:
        """Return the largest value of each step."""
        return np.maximum.reduceat(values, self._first_unit)

    def any_of_step(self, claims: Flags) -> Flags:
        """Return whether a claim holds for any unit of each step."""
        return np.logical_or.reduceat(claims, self._first_unit)

    @property
    def _first_unit(self) -> Ints:
        return np.array(self.fallback.cuts.timeline.first_unit[:-1], np.int64)

    def _flags(self, name: str) -> Flags:
        return flags(self.fallback.cuts.timeline, name)[self.step]

    def _again(self) -> Ints:
        acts = (self.effect >= 0) & self._flags("repeats_open")
        again = np.where(acts, self.fallback.next_cut[self.effect + 1], self.none)
        again[~self._repeats(again, self.unit)] = self.none
        for save in self.fallback.cuts.timeline.saves:
            # After a broken snapshot, only the save inside the unit lets the run go on at all.
            if save.inside and acts[save.unit] and again[save.unit] == self.none:
                op = self.fallback.next_cut[[save.op + 1]]
                again[save.unit] = np.where(self._repeats(op, np.array([save.unit])), op, self.none)[0]
        return again

    def _repeats(self, op: Ints, unit: Ints) -> Flags:
        is_open = self._flags("repeats_done")[unit] | (op < self.done[unit])
        return is_open & self.fallback.repeats(op, unit)

    def _never(self) -> Ints:
        op = self.fallback.next_cut[self.fallback.cuts.units.intent[:-1] + 1]
        left = self._flags("leaves_doubt") & (op < self.effect) & (self.fallback.start[op] >= 0)
        return np.where(left, op, self.none)

    def _at_once(self) -> Ints:
        goes_back_to = self.fallback.start_unit[self.fallback.start[self.again]]
        first = np.maximum(self._first_unit[self.step], goes_back_to)
        together = self._flags("repeats_done") & (self.again < self.none)
        return np.where(together, self.unit - first + 1, 1)

    def _followed(self) -> Flags:
        first, saves = self.fallback.cuts.first, self.fallback.loadable_saves
        behind = np.searchsorted(saves, self.done)
        op = np.append(saves, self.none)[behind]
        follows: Flags = (op < self.none) & (first[op] == first[self.done])
        return follows

    def _after_done(self) -> Flags:
        return self._repeats(self.fallback.next_cut[self.done + 1], self.unit) & ~self.followed
