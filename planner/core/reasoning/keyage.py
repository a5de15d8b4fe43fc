"""How old an idempotency key can get before the action that carried it is repeated, by how many interruptions.

A key's age runs from the EFFECT that the receiver accepted to the repeat. Each session that is cut where the action is
still repeated adds what it lasted. How long a session can last depends on the op that the run has got to before. So of
n interrupted sessions the last goes to the end of the stretch in which a cut repeats the action, the others are all cut
during the op that lets them last longest, and the greatest age is a straight line in n. Where it need not be one
(`may_bend`), `KeyWindow` goes through the interruptions one after another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from planner.core.manyruns.routes import routes
from planner.core.manyruns.shortcuts import Flags, Ints, flags
from planner.core.reasoning.fallback import NEVER, Fallback
from planner.core.timeline import Op


@dataclass(frozen=True, slots=True)
class Stretches:
    """Ops in a row during which a cut leads to one start, from which a unit's EFFECT is repeated; one an entry."""

    unit: Ints
    begin: Ints
    end: Ints
    way_back_ms: Ints
    """From the end of the recovery to the repeated EFFECT."""


class KeyAges:
    """The greatest ages of keys on one timeline; times are ms."""

    def __init__(self, fallback: Fallback) -> None:
        plan = fallback.cuts.timeline.plan
        self.fallback = fallback
        self.recovery_ms = plan.resume.recovery_ms
        self.downtime_ms = plan.interruptions.longest_downtime_ms
        self.route = routes(fallback.cuts, np.maximum(fallback.start, 0), np.arange(len(fallback.start)))
        self.later_ms = self.recovery_ms - self.route.first_offset
        """By how much later than on a first pass a session passes what is new to it, for each op it has got to."""
        self._repeats_done = flags(fallback.cuts.timeline, "repeats_done")

    def fewest(self, unit: Ints, kept_ms: Ints, *, from_before: bool = False) -> Ints:
        """Return by how many interruptions each unit's key can be too old at a repeat; NEVER if it cannot.

        `from_before`: only by sessions that begin before the unit, and none from a save inside it.
        """
        needed = np.full(len(unit), NEVER)
        some, first = self._first_stretches(unit)
        needed[some] = _cuts_needed(kept_ms[some] + 1 - self._oldest_ms(first), self._added_ms(first))
        inside = np.isin(unit, self._units_saved_inside) & (not from_before)
        for at in np.flatnonzero(inside):
            needed[at] = self._fewest_of_one(int(unit[at]), int(kept_ms[at]))
        return needed

    def oldest_once_ms(self, unit: Ints) -> Ints:
        """Return the greatest age of each unit's key after one interruption; 0 where none leads to a repeat."""
        oldest_ms = np.zeros(len(unit), np.int64)
        some, first = self._first_stretches(unit)
        oldest_ms[some] = self._oldest_ms(first)
        for at in np.flatnonzero(np.isin(unit, self._units_saved_inside)):
            oldest_ms[at] = self._oldest_ms(self.stretches(int(unit[at]))).max(initial=0)
        return oldest_ms

    def stretches(self, unit: int, *, from_before: bool = False) -> Stretches:
        """Return all the stretches of one unit, in order, or the one from before it if a save stands inside."""
        found = list(self._found(unit))[: 1 if from_before else None]
        begin, end = (np.array([pair[side] for pair in found], np.int64) for side in (0, 1))
        return self._stretches(np.full(len(found), unit), begin, end)

    def longest_ms(self, op: Ints) -> Ints:
        """Return how long a session can last without getting past an op that the run has got to before."""
        cuts, route = self.fallback.cuts, self.route
        within_ms = self.later_ms[op] + cuts.first[op + 1]
        # The frontier unit is the one behind a save after a unit, which is walked as often as it is met.
        saved_ms = self.recovery_ms + route.at_front[op] - cuts.replay[route.front[op]] + cuts.replay[op + 1]
        passed_ms = np.where(cuts.timeline.ops[op] == Op.SAVE_AFTER, saved_ms, self.recovery_ms + route.entered[op])
        return np.where(route.enter[op] > op, passed_ms, within_ms) - 1

    def next_new(self, op: Ints) -> Ints:
        """Return the first op that can be new to a session if the run has got to an op before."""
        cuts, route = self.fallback.cuts, self.route
        front, enter = route.front[op], route.enter[op]
        as_first_pass = route.entered[op] - route.at_front[op] == cuts.first[enter] - cuts.first[front]
        return np.where(as_first_pass, op + 1, np.maximum(op + 1, enter))

    def may_bend(self, unit: Ints) -> Flags:
        """Return for which units the greatest ages need not lie on a straight line.

        Behind them a session gets shorter by what an earlier one has put on record, or a save inside changes where it
        begins: the first interruption more can then add time that no other does.
        """
        some, first = self._first_stretches(unit)
        shortened = np.cumsum(np.append(0, self.later_ms[1:] != self.later_ms[:-1]))
        bends: Flags = np.isin(unit, self._units_saved_inside)
        bends[some] |= shortened[first.end - 1] > shortened[first.begin]
        return bends

    @property
    def may_ask_late(self) -> bool:
        """Whether a later session asks a person at all whom the first pass has asked before."""
        return self.route.waits is not None and bool(self.route.waits.late_ms.any())

    def asks_late(self, op: Ints) -> Flags:
        """Return before which ops a session may ask a person whom the first pass has asked before."""
        units, waits = self.fallback.cuts.units, self.route.waits
        if waits is None:
            return np.zeros(len(op), np.bool_)
        late: Flags = np.isin(op, waits.late_op[waits.late_ms > 0])
        begins: Flags = units.first[self.fallback.cuts.timeline.op_unit[op]] == op
        return late & begins

    def late_wait(self, op: Ints) -> tuple[Ints, Ints]:
        """Return where a session asks a person whom the first pass has asked before, and how long that takes."""
        waits = self.route.waits
        return (waits.late_op[op], waits.late_ms[op]) if waits else (op, np.zeros_like(op))

    def onwards_ms(self, op: Ints) -> Ints:
        """Return the same for a run that gets past the op in a later session; 0 for an op that takes no time."""
        cuts = self.fallback.cuts
        behind_ms = self.later_ms[op] + cuts.first[op + 1] - 1
        lasts_ms = np.where(cuts.timeline.ops[op] == Op.SAVE_AFTER, self.longest_ms(op), behind_ms)
        return np.where(cuts.timeline.op_ms[op] > 0, lasts_ms, 0)

    def _first_stretches(self, unit: Ints) -> tuple[Ints, Stretches]:
        """Return the first stretch of each unit, and the places of the units that have one."""
        fallback, limit = self.fallback, self._limit(unit)
        begin = fallback.next_cut[fallback.cuts.units.effect[unit] + 1]
        some = np.flatnonzero(fallback.repeats(begin, unit) & (begin < limit))
        end = np.minimum(fallback.until[begin], limit)
        return some, self._stretches(unit[some], begin[some], end[some])

    def _found(self, unit: int) -> Iterator[tuple[int, int]]:
        fallback, units = self.fallback, np.array([unit])
        limit = self._limit(units)[0]
        op = fallback.next_cut[fallback.cuts.units.effect[units] + 1]
        while op[0] < limit:
            end = np.minimum(fallback.until[op], limit)
            if fallback.repeats(op, units)[0]:
                yield int(op[0]), int(end[0])
            elif fallback.start[op[0]] >= 0:
                return
            op = fallback.next_cut[end]

    def _limit(self, unit: Ints) -> Ints:
        """Return up to where a unit that had its EFFECT can repeat it: to the end of the run, or to its DONE."""
        units = self.fallback.cuts.units
        return np.where(self._repeats_done[units.step[unit]], len(self.fallback.start) - 1, units.done[unit])

    def _stretches(self, unit: Ints, begin: Ints, end: Ints) -> Stretches:
        cuts, start = self.fallback.cuts, self.fallback.start[begin]
        effect, start_op = cuts.units.effect[unit], cuts.starts.op[start]
        replayed = cuts.replay[effect] - cuts.replay[start_op] + cuts.starts.ask_ms[start]
        entered = cuts.first[effect] - self.route.first_offset[begin]
        behind = np.where(self._repeats_done[cuts.units.step[unit]], replayed, entered)
        return Stretches(unit, begin, end, np.where(start_op > effect, 0, behind))

    def _oldest_ms(self, those: Stretches) -> Ints:
        """Return the greatest age that one interruption during each stretch can bring about."""
        cuts = self.fallback.cuts
        last = self.fallback.last_cut[those.end]
        passed_ms = cuts.first[last + 1] - 1 - cuts.first[cuts.units.effect[those.unit]]
        return passed_ms + self.downtime_ms + self.recovery_ms + those.way_back_ms

    def _added_ms(self, those: Stretches) -> Ints:
        """Return by how much one more interruption during each stretch raises the age; 0: not at all."""
        last = self.fallback.last_cut[those.end]
        whole = self._repeats_done[self.fallback.cuts.units.step[those.unit]]
        inside_ms = np.where(whole, self._longest_behind_ms[those.begin], 0)
        longest_ms = np.maximum(inside_ms, self.longest_ms(last))
        # A session cannot be cut in less than its first ms.
        return np.where(longest_ms >= 1, longest_ms + self.downtime_ms, 0)

    @cached_property
    def _longest_behind_ms(self) -> Ints:
        """How long sessions can last that go on to something new, at most, from each op to where the start changes."""
        longest = self.onwards_ms(np.arange(len(self.fallback.start) - 1))
        for end in np.unique(self.fallback.until[:-1]):
            begin = int(np.searchsorted(self.fallback.until, end))
            longest[begin:end] = np.maximum.accumulate(longest[begin:end][::-1])[::-1]
        return longest

    def _fewest_of_one(self, unit: int, kept_ms: int) -> int:
        those = self.stretches(unit)
        if not len(those.begin):
            return NEVER
        oldest_ms = np.maximum.accumulate(self._oldest_ms(those)[::-1])[::-1]
        return int(_cuts_needed(kept_ms + 1 - oldest_ms, self._added_ms(those)).min())

    @cached_property
    def _units_saved_inside(self) -> list[int]:
        return [save.unit for save in self.fallback.cuts.timeline.saves if save.inside]


def _cuts_needed(missing_ms: Ints, added_ms: Ints) -> Ints:
    """Return how many interruptions make up what is missing to the age after one."""
    more = np.where(added_ms > 0, -(-missing_ms // np.maximum(added_ms, 1)), NEVER)
    return np.where(missing_ms <= 0, 1, 1 + more)
