"""How many micro-operations lie behind a run, told from how long its session has gone on."""

from __future__ import annotations

import numpy as np

from planner.core.manyruns.routes import Routes, Waits
from planner.core.manyruns.ruler import Ruler
from planner.core.manyruns.shortcuts import Flags, Ints, Shortcuts


class Reach:
    """Reads times behind the recovery on one ruler: first the replay sum, behind it the first-pass sum.

    Where sessions take the same time whether they replay or not, and wait nowhere on the way, one of the two is enough.
    """

    def __init__(self, cuts: Shortcuts, by_mark: Routes | None) -> None:
        ops = np.arange(len(cuts.first))
        self._cuts, self._by_mark = cuts, by_mark
        self._may_be_cut_short = cuts.timeline.plan.resume.recovery_ms > 0
        self._asks_midway, self._asks_late = bool(cuts.starts.ask_ms.any()), bool(cuts.frontier.late_wait_ms.any())
        self._asks_in_front = bool(cuts.frontier.wait_ms.any())
        self._one_sum = by_mark is not None and _is_one_sum(cuts, by_mark)
        # One unit on, so that the marks of both sums are still multiples of it.
        self._fresh = int(cuts.replay[-1]) + max(int(np.gcd.reduce(np.append(cuts.first, cuts.replay))), 1)
        if self._one_sum:
            self._ruler = Ruler(cuts.first[1:], ops)
        else:
            marks = np.concatenate([cuts.replay[1:], [self._fresh], cuts.first[1:] + self._fresh])
            self._ruler = Ruler(marks, np.append(ops, ops))
        self._offsets_by_mark = self._offsets(by_mark) if by_mark is not None else None

    def ops(self, known: Routes, route: Ints, behind: Ints) -> Ints:
        """Return how many ops lie behind each run, so many ms behind its recovery; -1 if that is not over."""
        if self._one_sum:
            place = behind + known.first_offset.take(route)
            reached = self._read(place)
        else:
            beyond = behind >= known.at_front.take(route)
            offsets = self._offsets_by_mark if known is self._by_mark else None
            place = behind + (self._offsets(known) if offsets is None else offsets).take((route << 1) + beyond)
            if known.waits is not None:
                self._leave_out_waits(place, known.waits, route, behind, beyond)
            reached = self._read(place)
            if known.waits is not None:
                self._hold_in_waits(reached, known, known.waits, route, behind, beyond)
        if self._may_be_cut_short:
            reached[behind < 0] = -1
        return reached

    def first_pass_ms(self, known: Routes, route: Ints, behind: Ints) -> Ints:
        """Return the place of each run that has entered its frontier unit on the first-pass sum."""
        first_ms = behind + known.first_offset.take(route)
        if known.waits is not None and self._asks_late:
            first_ms -= _waited(behind, known.waits.late_at.take(route), known.waits.late_ms.take(route))
        return first_ms

    def _offsets(self, known: Routes) -> Ints:
        """Return, two for each route, how much further a place is than its time: on the replay, and beyond it."""
        return np.column_stack([known.replay_offset, known.first_offset + self._fresh]).ravel()

    def _read(self, place: Ints) -> Ints:
        if self._may_be_cut_short or self._cuts.has_waits:
            np.maximum(place, 0, out=place)
        return self._ruler.read(place)

    def _leave_out_waits(self, place: Ints, waits: Waits, route: Ints, behind: Ints, beyond: Flags) -> None:
        """Take from the places the time that persons were asked, which neither sum holds."""
        if self._asks_midway:
            asked_ms = waits.asked_ms.take(route) * ~beyond
            place -= _waited(behind, waits.asked_at.take(route), asked_ms)
        if self._asks_late:
            place -= _waited(behind, waits.late_at.take(route), waits.late_ms.take(route))

    def _hold_in_waits(
        self, reached: Ints, known: Routes, waits: Waits, route: Ints, behind: Ints, beyond: Flags
    ) -> None:
        """Keep runs that are cut while a person is asked at the place where the asking began."""
        if self._asks_midway:
            rows = np.flatnonzero(~beyond & _is_asking(behind, waits.asked_at.take(route), waits.asked_ms.take(route)))
            reached[rows] = waits.asked_op.take(route.take(rows))
        if self._asks_in_front:
            rows = np.flatnonzero(beyond & (behind < known.entered.take(route)))
            reached[rows] = known.front.take(route.take(rows))
        if self._asks_late:
            rows = np.flatnonzero(beyond & _is_asking(behind, waits.late_at.take(route), waits.late_ms.take(route)))
            reached[rows] = waits.late_op.take(route.take(rows))


def _is_one_sum(cuts: Shortcuts, by_mark: Routes) -> bool:
    """Whether a session gets as far in a time on the replay sum as it does on the first-pass sum."""
    same = np.array_equal(cuts.replay, cuts.first) and np.array_equal(by_mark.replay_offset, by_mark.first_offset)
    return same and not cuts.has_waits


def _waited(behind: Ints, since: Ints, wait_ms: Ints) -> Ints:
    waited: Ints = np.minimum(np.maximum(behind - since, 0), wait_ms)
    return waited


def _is_asking(behind: Ints, since: Ints, wait_ms: Ints) -> Flags:
    asked = behind - since
    return (asked >= 0) & (asked < wait_ms)
