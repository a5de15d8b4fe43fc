"""The earliest schedule by which an idempotency key is too old at the repeat of its action, and how long it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import numpy as np

from planner.core.manyruns.shortcuts import Flags, Ints
from planner.core.plan import MAX_SESSIONS
from planner.core.reasoning.avoidance import Omission
from planner.core.reasoning.fallback import NEVER, Schedule
from planner.core.reasoning.keyage import KeyAges, Stretches

_NOWHERE = -(1 << 50)
"""An age that no key has: there is nothing behind."""

_UNEVEN = 3
"""From so many interruptions on each further one adds the same."""


class KeyWindow:
    """One unit, and the ops during which a cut leads to its repeat; arrays have one entry an op.

    Behind the first ops of the window may lie others that a run gets to only if it leaves out a save in between: it has
    to be cut once on the way to that save. Each such save begins a new part of the window.
    """

    def __init__(
        self,
        ages: KeyAges,
        unit: int,
        kept_ms: int,
        *,
        from_before: bool = False,
        from_op: int = 0,
        behind: Sequence[Omission] = (),
    ) -> None:
        """Take the stretches of a unit, from an op on; `behind` is what is left out among them, in order."""
        cuts = ages.fallback.cuts
        self._ages, self._kept_ms = ages, kept_ms
        self._op, self._asked, back_ms = _places(ages, ages.stretches(unit, from_before=from_before), from_op, behind)
        ends_ms = np.where(self._asked, cuts.first[self._op], cuts.first[self._op + 1])
        self._ms = np.stack([cuts.first[self._op], ends_ms - 1], axis=1)
        """On the first pass, the first and the last ms of each op, shape (ops, 2)."""
        self._born_ms = int(cuts.first[cuts.units.effect[unit]])
        self._later_ms, self._longest_ms = ages.later_ms[self._op], ages.longest_ms(self._op)
        self._parts = self._parted(behind)
        self._next_new = np.searchsorted(self._op, ages.next_new(self._op))
        late_op, self._late_ms = ages.late_wait(self._op)
        self._late_at = np.where(self._late_ms > 0, np.searchsorted(self._op, late_op), len(self._op))
        """Where a session waits for a person that the first pass has asked before, and how long."""
        self._ahead_ms: list[Ints] = [ages.downtime_ms + ages.recovery_ms + back_ms]

    def _parted(self, behind: Sequence[Omission]) -> list[tuple[slice, Flags]]:
        """Return the parts of the window, and which ops of each lead on to the next."""
        ends = [int(np.searchsorted(self._op, omission.save_op, side="right")) for omission in behind]
        parts = [slice(*pair) for pair in zip([0, *ends], [*ends, len(self._op)], strict=True)]
        cut_ops = [*(omission.cut_op for omission in behind), self._op[-1] + 1]
        return [(part, self._op[part] >= cut_op) for part, cut_op in zip(parts, cut_ops, strict=True)]

    def fewest(self) -> int:
        """Return by how many interruptions, all during the window, the key can get too old; NEVER if it cannot."""
        first = self._parts[0][0]
        for left in range(MAX_SESSIONS - 1):
            age_ms = self._ms[first, 1] - self._born_ms + self._ahead(left)[first]
            if age_ms.max(initial=0) > self._kept_ms:
                return left + 1
            if left > len(self._parts) and (self._ahead(left) <= self._ahead(left - 1)).all():
                break
        return NEVER

    def schedule(self, interruptions: int, *, later_ms: int = 0) -> Schedule:
        """Return the schedule of so many interruptions, as few as do it.

        `later_ms`: by how much later than in the run's first session the unit acts first in its own.
        """
        left = interruptions - 1
        at, cut_ms = self._cut_new(self._ms + later_ms, self._born_ms + later_ms, left)
        age_ms = cut_ms - later_ms - self._born_ms + self._ages.downtime_ms
        return (cut_ms, *self._further(at, age_ms, left)[1])

    def schedule_twice(self) -> Schedule | None:
        """Return a schedule by which the key gets too old, and so does the one of the repeat; None: there is none.

        The unit is the first thing that a resumed session walks.
        """
        left = self.fewest() - 1
        at, cut_ms = self._cut_new(self._ms, self._born_ms, left)
        at, cuts_ms = self._further(at, cut_ms - self._born_ms + self._ages.downtime_ms, left)
        repeated_ms = self._ages.recovery_ms
        for more in range(1, MAX_SESSIONS - left - 1):
            if int(self._ahead(more)[at]) - self._ages.downtime_ms - repeated_ms > self._kept_ms:
                return (cut_ms, *cuts_ms, *self._further(at, -repeated_ms, more, from_ms=repeated_ms)[1])
        return None

    def schedule_beside(self, born_ms: int, interruptions: int) -> Schedule | None:
        """Return the earliest schedule of so many interruptions that makes the key too old together with an older one.

        `born_ms` is when the other was born, on the first pass. A session in between would renew it, unless it is not
        too old by then, or the session is cut during its recovery.
        """
        first = ((place // 2, cut_ms) for place, cut_ms in enumerate(np.maximum(self._ms, 1).ravel().tolist()))
        return self._beside(first, -self._born_ms, -born_ms, interruptions - 1)

    def _beside(self, cuts: Iterable[tuple[int, int]], age_ms: int, older_ms: int, left: int) -> tuple[int, ...] | None:
        recovery_ms, downtime_ms = self._ages.recovery_ms, self._ages.downtime_ms
        for at, cut_ms in cuts:
            if age_ms + cut_ms + self._ahead(left)[at] <= self._kept_ms:
                continue
            if not left:
                return (cut_ms,)
            older_then_ms = older_ms + cut_ms + downtime_ms
            renewed = older_then_ms + recovery_ms > self._kept_ms
            later = (cut for cut in self._cuts(at) if not renewed or cut[1] < recovery_ms)
            rest = self._beside(later, age_ms + cut_ms + downtime_ms, older_then_ms, left - 1)
            if rest is not None:
                return (cut_ms, *rest)
        return None

    def _cuts(self, at: int) -> Iterator[tuple[int, int]]:
        """Yield the representative cuts of a session of a run that has got to an op before, and what they get to."""
        begin_ms = 0
        for end_ms in self._ends_ms(int(self._op[at])).tolist():
            yield from ((at, cut_ms) for cut_ms in _both_ends(begin_ms, end_ms))
            begin_ms = end_ms
        cuts_ms = self._ms + self._later_ms[at]
        for place in range(*self._reached_from(at).indices(len(self._op))):
            yield from ((place, cut_ms) for cut_ms in _both_ends(int(cuts_ms[place, 0]), int(cuts_ms[place, 1]) + 1))

    def _further(self, at: int, age_ms: int, left: int, *, from_ms: int = 1) -> tuple[int, list[int]]:
        """Return the cuts still to make, the first not before `from_ms`, and the op that the run has got to then."""
        schedule: list[int] = []
        while left:
            left -= 1
            at, cut_ms = self._next_cut(at, age_ms, left, from_ms=1 if schedule else from_ms)
            alike = self._alike(at, cut_ms, left) if schedule else 1
            age_ms += (cut_ms + self._ages.downtime_ms) * alike
            schedule += [cut_ms] * alike
            left -= alike - 1
        return at, schedule

    def _alike(self, at: int, cut_ms: int, left: int) -> int:
        """Return how many sessions in a row are cut like this one, since none of them has time to spare."""
        if left <= _UNEVEN or len(self._parts) > 1:
            return 1
        return left - _UNEVEN + 1 if self._added_ms[at] == cut_ms + self._ages.downtime_ms else 1

    def _ahead(self, left: int) -> Ints:
        """Return the age still to come after a cut during each op, with so many interruptions left."""
        if left > _UNEVEN and len(self._parts) == 1:
            last = self._ahead(_UNEVEN)
            ahead_ms: Ints = np.where(last > _NOWHERE, last + (left - _UNEVEN) * self._added_ms, _NOWHERE)
            return ahead_ms
        while len(self._ahead_ms) <= left:
            more: Ints = np.maximum(self._with_one_more(self._ahead_ms[-1]), _NOWHERE)
            self._ahead_ms.append(more)
        return self._ahead_ms[left]

    @cached_property
    def _added_ms(self) -> Ints:
        """What each further interruption adds, once they add evenly."""
        added_ms: Ints = self._ahead(_UNEVEN) - self._ahead(_UNEVEN - 1)
        return added_ms

    def _with_one_more(self, ahead_ms: Ints) -> Ints:
        """Return the age still to come when one more interruption precedes those that `ahead_ms` stands for."""
        late_ends_ms = self._ms[:, 1] + ahead_ms
        ends_ms = np.where(self._asked, _NOWHERE, late_ends_ms)
        onwards_ms = np.empty_like(ends_ms)
        for number, (part, leads_on) in enumerate(self._parts):
            soon_ms = _most_behind(ends_ms[part])[np.minimum(self._next_new[part], part.stop) - part.start]
            late_ms = _most_behind(late_ends_ms[part])[np.minimum(self._late_at[part], part.stop) - part.start]
            onwards_ms[part] = np.maximum(soon_ms, late_ms + self._late_ms[part])
            if leads_on.any():
                onwards_ms[part][leads_on] = ends_ms[self._parts[number + 1][0]].max(initial=_NOWHERE)
        # Nothing strikes before the first ms of a session.
        again_ms = np.where(self._longest_ms >= 1, self._longest_ms + ahead_ms, _NOWHERE)
        most_ms: Ints = np.maximum(self._later_ms + onwards_ms, again_ms)
        return most_ms + self._ages.downtime_ms

    def _next_cut(self, at: int, age_ms: int, left: int, *, from_ms: int) -> tuple[int, int]:
        """Return the op that a session gets to at its earliest cut, and the cut, if the run has got to an op before."""
        least_ms = max(self._kept_ms - age_ms - int(self._ahead(left)[at]) + 1, from_ms, 1)
        if least_ms <= self._longest_ms[at]:
            return at, self._cut_old(int(self._op[at]), least_ms)
        cuts_ms = self._ms + self._later_ms[at]
        cuts_ms[self._late_at[at] :, 1] += self._late_ms[at]
        cuts_ms[self._late_at[at] + 1 :, 0] += self._late_ms[at]
        return self._cut_new(cuts_ms, -age_ms, left, behind=at)

    def _cut_new(self, cuts_ms: Ints, born_ms: int, left: int, *, behind: int = -1) -> tuple[int, int]:
        """Return the op and the earliest cut in its first or last ms after which the key can get too old."""
        does = np.maximum(cuts_ms, 1) - born_ms + self._ahead(left)[:, None] > self._kept_ms
        does &= (cuts_ms[:, 1] >= cuts_ms[:, 0])[:, None]
        reached = self._reached_from(behind)
        place = int(np.argmax(does[reached].ravel())) + 2 * reached.start
        return place // 2, max(int(cuts_ms.ravel()[place]), 1)

    def _reached_from(self, at: int) -> slice:
        """Return the ops that a session gets to first behind one that the run has got to before (-1: none)."""
        for number, (part, leads_on) in enumerate(self._parts):
            if at < part.stop:
                on = at >= 0 and leads_on[at - part.start]
                return self._parts[number + 1][0] if on else slice(self._next_new[at] if at >= 0 else 0, part.stop)
        raise IndexError(at)

    def _cut_old(self, op: int, least_ms: int) -> int:
        """Return the earliest representative cut from `least_ms` on of a session that does not get past an op."""
        ends = self._ends_ms(op)
        place = int(np.searchsorted(ends, least_ms, side="right"))
        begin_ms = max(int(ends[place - 1]) if place else 0, 1)
        return begin_ms if begin_ms >= least_ms else int(ends[place]) - 1

    def _ends_ms(self, op: int) -> Ints:
        """Return when each thing ends that a session does up to an op that the run has got to before."""
        route, cuts = self._ages.route, self._ages.fallback.cuts
        start_op, front, enter = (int(places[op]) for places in (route.start_op, route.front, route.enter))
        replayed = np.diff(cuts.replay[start_op : front + 1])
        if route.waits and route.waits.asked_ms[op]:
            asked_op = min(int(route.waits.asked_op[op]), front)
            replayed = np.insert(replayed, asked_op - start_op, route.waits.asked_ms[op])
        wait_ms = route.entered[op] - route.at_front[op]
        walked = cuts.timeline.op_ms[enter : op + 1]
        return np.cumsum(np.concatenate([[self._ages.recovery_ms], replayed, [wait_ms], walked]))


def _places(ages: KeyAges, those: Stretches, from_op: int, behind: Sequence[Omission]) -> tuple[Ints, Flags, Ints]:
    """Return the ops of some stretches that can be cut, which of them stand for a wait before them, and the ways back.

    There is such a wait only in a later session; its op comes once for the wait and, if it can be cut, for itself.
    """
    op = np.concatenate([np.arange(*pair) for pair in zip(those.begin, those.end, strict=True)])
    back_ms = np.repeat(those.way_back_ms, those.end - those.begin)
    op, back_ms = op[op >= from_op], back_ms[op >= from_op]
    for omission in behind:
        walked = (op <= omission.save_op) | (op > ages.fallback.cuts.units.done[omission.unit])
        op, back_ms = op[walked], back_ms[walked]
    asked, timed = np.flatnonzero(ages.asks_late(op)), np.flatnonzero(ages.fallback.next_cut[op] == op)
    both = np.concatenate([asked, timed])
    order = np.argsort(both, kind="stable")
    return op[both[order]], order < len(asked), back_ms[both[order]]


def _both_ends(begin_ms: int, end_ms: int) -> tuple[int, ...]:
    """Return the first and the last ms of something at which a session can be cut."""
    first, last = max(begin_ms, 1), end_ms - 1
    return (first, last) if first < last else (last,) * (first == last)


def _most_behind(values: Ints) -> Ints:
    """Return the largest value from each entry on, and for behind the last one: none."""
    return np.append(np.maximum.accumulate(values[::-1])[::-1], _NOWHERE)
