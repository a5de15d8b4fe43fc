"""How a resumed session goes on from each high-water mark: its stretches of time, and the waits between them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from planner.core.manyruns.shortcuts import Flags, Ints, Shortcuts
from planner.core.plan import Plan
from planner.core.vocabulary import Loads


@dataclass(frozen=True, slots=True, kw_only=True)
class Waits:
    """Where a person is asked in the middle of the replay, and behind the frontier unit; ms behind the recovery."""

    asked_at: Ints
    asked_ms: Ints
    asked_op: Ints
    late_at: Ints
    late_ms: Ints
    late_op: Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class Routes:
    """One route an entry; places are op indexes, times are ms behind the recovery."""

    start: Ints
    """Index into `Starts`."""
    start_op: Ints
    effect_from: Ints
    """From which op on a performed EFFECT is one that the session repeats."""
    front: Ints
    enter: Ints
    at_front: Ints
    """Arrival at the frontier unit: until then the time runs on the replay sum,"""
    replay_offset: Ints
    """which is this much more than the time behind the recovery."""
    entered: Ints
    """The frontier unit is entered: from then on the time runs on the first-pass sum,"""
    first_offset: Ints
    """which is this much more."""
    end: Ints
    waits: Waits | None


def routes(cuts: Shortcuts, start: Ints, mark: Ints) -> Routes:
    """Lay out the routes of sessions that begin at these starts with these high-water marks, one an entry."""
    frontier = cuts.frontier
    start_op, front = cuts.starts.op[start], frontier.front[mark]
    within = start_op > front
    enter = np.where(within, np.maximum(start_op, frontier.left_to[mark]), frontier.enter[mark])
    front = np.where(within, start_op, front)
    waits = _waits(cuts, start, start_op, mark, front) if cuts.has_waits else None
    at_front = cuts.replay[front] - cuts.replay[start_op] + (waits.asked_ms if waits else 0)
    entered = at_front + _wait(cuts, start, mark, front)
    first_offset = cuts.first[enter] - entered
    if waits:
        np.subtract(cuts.first[waits.late_op], first_offset, out=waits.late_at)
    return Routes(
        start=start,
        start_op=start_op,
        effect_from=cuts.starts.effect_from[start],
        front=front,
        enter=enter,
        at_front=at_front,
        replay_offset=cuts.replay[start_op],
        entered=entered,
        first_offset=first_offset,
        end=cuts.first[-1] - first_offset + (waits.late_ms if waits else 0),
        waits=waits,
    )


def _waits(cuts: Shortcuts, start: Ints, start_op: Ints, mark: Ints, front: Ints) -> Waits:
    place = cuts.starts.ask_op[start]
    return Waits(
        asked_at=cuts.replay[place] - cuts.replay[start_op],
        asked_ms=np.where(front > place, cuts.starts.ask_ms[start], 0),
        asked_op=place,
        late_at=np.zeros_like(mark),
        late_ms=cuts.frontier.late_wait_ms[mark],
        late_op=cuts.frontier.next_first[mark],
    )


def _wait(cuts: Shortcuts, start: Ints, mark: Ints, front: Ints) -> Ints:
    """Return how long the person is asked before the frontier unit: not again in a session that asked already."""
    frontier = cuts.frontier
    begun = np.maximum(frontier.step_first[mark], cuts.starts.ask_op[start])
    asked_already = frontier.asks_on_arrival[mark] & (front > begun)
    return np.where(asked_already, 0, frontier.wait_ms[mark])


class Starting:
    """Which snapshot a session loads (MODEL.md section 2), as an index into `Starts`; 0 is the start of the run."""

    def __init__(self, cuts: Shortcuts) -> None:
        plan, starts, size = cuts.timeline.plan, cuts.starts, len(cuts.first)
        self._op = starts.op
        self._usable = starts.usable
        self._restarts = restarts(plan)
        self._first = plan.resume.loads is Loads.FIRST
        loads_broken = plan.resume.loads is Loads.LATEST and not self._restarts
        self.may_end_run = loads_broken and not starts.usable.all()
        loadable = starts.usable | loads_broken
        self._newest = _newest(starts.op, loadable, size)
        self._following = _following(starts.op, starts.usable, size)
        frontier, mark = cuts.frontier, np.arange(size)
        self._new_behind = np.where(mark < frontier.front, mark, np.maximum(mark, frontier.enter))
        left = [protection.leaves_doubt for protection in cuts.timeline.protections]
        self.told_by_mark = not any(save.inside and left[save.step] for save in cuts.timeline.saves)
        """Whether the mark alone tells which snapshots there are: no save stands in a unit that may be left undone."""

    def by_mark(self) -> Ints:
        """Return the start for each high-water mark, shape (m + 1,), where the mark alone tells it."""
        if self._restarts:
            return np.zeros_like(self._newest)
        if not self._first:
            return self._newest
        first = self._following[0]
        return np.where((first > 0) & (np.arange(len(self._newest)) >= self._op[first]), first, 0)

    def after(self, start: Ints, mark: Ints, reached: Ints) -> Ints:
        """Return the start of the next session, given a session's start, its mark and the op that it reached."""
        if self._restarts:
            return start
        new_behind = self._new_behind.take(mark)
        if self._first:
            chosen = self._following.take(new_behind)
            taken = (start == 0) & (chosen > 0) & (self._op.take(chosen) <= reached)
        else:
            chosen = self._newest.take(np.maximum(reached, 0))
            taken = self._op.take(chosen) > new_behind
        return np.where(taken, chosen, start)

    def ends_run(self, start: Ints) -> Flags:
        """Return which starts are broken snapshots, so that they end the run."""
        return ~self._usable.take(start)


def restarts(plan: Plan) -> bool:
    """Whether every session starts from the start."""
    return plan.resume.loads is Loads.RESTART or not plan.identity.survives


def _newest(op: Ints, loadable: Flags, size: int) -> Ints:
    newest = np.zeros(size, np.int64)
    chosen = np.flatnonzero(loadable)
    newest[op[chosen]] = chosen
    return np.maximum.accumulate(newest)


def _following(op: Ints, usable: Flags, size: int) -> Ints:
    """Return, for each op, the first usable save at or behind it; 0: none."""
    chosen = np.flatnonzero(usable)[1:]
    return np.append(chosen, 0)[np.searchsorted(op[chosen] - 1, np.arange(size))]
