"""By how few interruptions the receiver has forgotten an action's key when it is repeated, and by which.

As a rule the run goes back as on its first pass. Where saves can be left out, before the action or behind it, the way
back gets longer, for one interruption each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import numpy as np

from planner.core.manyruns.shortcuts import Ints
from planner.core.plan import MAX_SESSIONS
from planner.core.reasoning.avoidance import Avoidance, Omission
from planner.core.reasoning.fallback import NEVER, Schedule
from planner.core.reasoning.keyage import KeyAges
from planner.core.reasoning.keywindow import KeyWindow
from planner.core.reasoning.openings import Openings

_MOST_LEFT_OUT = 3
"""More units than so many in a row are not left out, to keep the time linear in the plan."""

_MOST_TRIED = 4
"""From so many interruptions on, a schedule for two keys at once need not be the shortest there is."""

Omissions = tuple[Omission, ...]


class OldKeys:
    """The keys of some units, each kept for so many ms."""

    def __init__(self, openings: Openings, avoidance: Avoidance, unit: Ints, kept_ms: Ints) -> None:
        self._openings, self._avoidance = openings, avoidance
        self._kept_ms = dict(zip(unit.tolist(), kept_ms.tolist(), strict=True))
        self._ages: dict[Omissions, KeyAges] = {}
        self._found: dict[tuple[int, bool], Schedule] = {}
        self._saved_inside = {save.unit for save in openings.fallback.cuts.timeline.saves if save.inside}
        self.fewest, self.together = (self._counted(unit, kept_ms, at_once) for at_once in (False, True))
        """For each unit the fewest interruptions, and the same if others of its step are to act again with it."""
        self.oldest_once_ms = self._without(()).oldest_once_ms(unit)
        """For each unit the greatest age of its key after one interruption."""
        self._counts = [
            dict(zip(unit.tolist(), counts.tolist(), strict=True)) for counts in (self.fewest, self.together)
        ]

    def schedule(self, unit: int, interruptions: int, at_once: bool) -> Schedule:
        """Return the earliest schedule of so many interruptions for a step, given its first unit that takes so few."""
        return min(self._schedule(one, interruptions, at_once) for one in self._rivals(unit, interruptions, at_once))

    def _rivals(self, unit: int, interruptions: int, at_once: bool) -> Iterator[int]:
        """Yield the units of a step that may have the earliest schedule: with a save inside, an earlier cut may do."""
        yield unit
        step = self._openings.step
        for other in self._saved_inside:
            together = not at_once or self._openings.at_once[other] > 1
            if step[other] == step[unit] and together and self._counts[at_once].get(other) == interruptions:
                yield other

    def _schedule(self, unit: int, interruptions: int, at_once: bool) -> Schedule:
        if (unit, at_once) in self._found:
            return self._found[unit, at_once]
        window = KeyWindow(self._without(()), unit, self._kept_ms[unit], from_before=at_once)
        return window.schedule(interruptions)

    def _counted(self, unit: Ints, kept_ms: Ints, at_once: bool) -> Ints:
        counted = self._without(()).fewest(unit, kept_ms, from_before=at_once)
        for at in self._near_more(unit, counted):
            one = int(unit[at])
            schedules = list(self._leaving_out(one, int(counted[at]), at_once))
            if schedules:
                self._found[one, at_once] = min(schedules, key=lambda cuts_ms: (len(cuts_ms), cuts_ms))
                counted[at] = len(self._found[one, at_once])
        for at in self._behind_saved(unit, at_once):
            counted[at] = self._counted_behind_saved(int(unit[at]), int(counted[at]))
        return counted

    def _behind_saved(self, unit: Ints, at_once: bool) -> list[int]:
        """Return the places of the units that repeat with one other at once, and with the one that a save is inside."""
        fallback, again = self._openings.fallback, self._openings.again[unit]
        beside = fallback.start_unit[fallback.start[again]] == unit - 1
        pairs = beside & (self._openings.at_once[unit] == 2) & np.isin(unit - 1, list(self._saved_inside))
        return np.flatnonzero(pairs & at_once).tolist()

    def _counted_behind_saved(self, unit: int, interruptions: int) -> int:
        """Return how many interruptions repeat both: the other's key is older, and must not be renewed too early."""
        other = KeyWindow(self._without(()), unit - 1, self._kept_ms[unit], from_op=int(self._openings.again[unit]))
        if interruptions >= NEVER or other.fewest() >= interruptions:
            return interruptions
        found = list(self._with_saved(unit, other, interruptions))
        if not found:
            return NEVER
        schedule = min(found, key=lambda cuts_ms: (len(cuts_ms), cuts_ms))
        self._found[unit, True] = schedule
        return len(schedule)

    def _with_saved(self, unit: int, other: KeyWindow, interruptions: int) -> Iterator[Schedule]:
        """Yield schedules by which both keys are too old in one session: the other's once, and for the second time."""
        born_ms = int(self._openings.fallback.cuts.first[self._openings.effect[unit - 1]])
        window = KeyWindow(self._without(()), unit, self._kept_ms[unit])
        counts = range(interruptions, max(interruptions, _MOST_TRIED))
        yield from islice(filter(None, (window.schedule_beside(born_ms, count) for count in counts)), 1)
        twice = other.schedule_twice()
        if twice is not None and not self._is_renewed(unit, twice):
            yield twice

    def _is_renewed(self, unit: int, schedule: Schedule) -> bool:
        """Return whether a unit's own key gets too old before the last session of a schedule, and starts anew there."""
        fallback, ages = self._openings.fallback, self._without(())
        first_ms, effect = fallback.cuts.first, self._openings.effect[unit]
        start_op = fallback.cuts.starts.op[fallback.start[self._openings.again[unit]]]
        acts_ms = ages.recovery_ms + int(first_ms[effect] - first_ms[start_op])
        age_ms = schedule[0] - int(first_ms[effect]) + ages.downtime_ms
        for cut_ms in schedule[1:]:
            if cut_ms >= acts_ms and age_ms + acts_ms > self._kept_ms[unit]:
                return True
            age_ms += cut_ms + ages.downtime_ms
        return False

    def _near_more(self, unit: Ints, counted: Ints) -> Iterator[int]:
        """Yield the places of the units for which more than the first pass may count.

        Of units of a step that lead back to one place the first is the earliest, and the second if two are to repeat.
        """
        ages = self._without(())
        anywhere = bool(self._avoidance.omissions) or ages.may_ask_late
        more = np.full(len(unit), True) if anywhere else ages.may_bend(unit) & (counted > 1)
        met: Counter[tuple[int, int]] = Counter()
        start = self._openings.fallback.start[self._openings.again[unit]]
        for at, place in enumerate(zip(self._openings.step[unit].tolist(), start.tolist(), strict=True)):
            met[place] += 1
            if more[at] and (met[place] <= 2 or unit[at] in self._saved_inside):
                yield at

    def _leaving_out(self, unit: int, enough: int, at_once: bool) -> Iterator[Schedule]:
        """Yield schedules that leave saves out, no longer than is enough without, and that shortest one too."""
        those = self._without(()).stretches(unit, from_before=at_once)
        if not len(those.begin):
            return
        for before in ((), *self._avoidance.sets_before(int(those.begin[0]), _MOST_LEFT_OUT)):
            for behind in ((), *self._avoidance.sets_behind(int(those.begin[-1]), _MOST_LEFT_OUT)):
                yield from self._by_window(unit, enough, at_once, before, behind)

    def _by_window(
        self, unit: int, enough: int, at_once: bool, before: Omissions, behind: Omissions
    ) -> Iterator[Schedule]:
        ages = self._without(before + behind)
        window = KeyWindow(ages, unit, self._kept_ms[unit], from_before=at_once, behind=behind)
        needed = window.fewest()
        if needed + len(before) > min(enough, MAX_SESSIONS - 1):
            return
        if not before:
            yield window.schedule(needed)
            return
        start = int(self._openings.fallback.start[before[0].save_op])
        rest = window.schedule(needed, later_ms=self._avoidance.later_ms(before, start))
        yield self._avoidance.leaving_out(before, start) + rest

    def _without(self, omissions: Omissions) -> KeyAges:
        if omissions not in self._ages:
            fallback = self._openings.fallback.without({omission.unit for omission in omissions})
            self._ages[omissions] = KeyAges(fallback)
        return self._ages[omissions]
