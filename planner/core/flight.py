"""Many runs at once, session after session: where each gets, how long it takes, which snapshot it resumes from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from planner.core.plan import MAX_SESSIONS
from planner.core.shortcuts import Flags, Ints, Shortcuts
from planner.core.strikes import NEVER, Strikes, exact_cut
from planner.core.vocabulary import Loads


@dataclass(slots=True, kw_only=True)
class Leg:
    """One session of the runs that are still going on; arrays have shape (runs going on,), times are ms."""

    session: int
    run: Ints
    """Index of the run in its chunk."""
    start: Ints
    """Index into `Starts`."""
    start_op: Ints
    mark: Ints
    """The high-water mark before the session."""
    front: Ints
    enter: Ints
    reached: Ints
    """How many micro-operations lie behind the run at the session's end."""
    walked: Flags
    """False where the session was cut during its recovery."""
    began_ms: Ints
    """Wall time at the end of the recovery."""
    route: Route


@dataclass(slots=True, kw_only=True)
class Route:
    """When a session passes what, in ms behind its recovery; arrays have shape (runs going on,)."""

    at_front: Ints
    """Arrival at the frontier unit: until then the time runs on the replay sum."""
    entered: Ints
    """The frontier unit is entered: from then on the time runs on the first-pass sum,"""
    offset: Ints
    """which is this much more than the time behind the recovery."""
    end: Ints
    waits: Waits | None = None


@dataclass(slots=True, kw_only=True)
class Waits:
    """Where a person is asked in the middle of the replay, and behind the frontier unit; ms behind the recovery."""

    asked_at: Ints
    asked_ms: Ints
    late_at: Ints
    late_ms: Ints
    late_op: Ints


class Flight:
    """The runs of one chunk on their way; every array has shape (runs,) and is in the order of the runs."""

    def __init__(self, shortcuts: Shortcuts, strikes: Strikes, runs: range) -> None:
        count = len(runs)
        self._cuts = shortcuts
        self._strikes = strikes
        self._runs = runs
        self._table = _Table.of(shortcuts)
        self._alive = np.arange(count)
        self._start = np.zeros(count, np.int64)
        self._mark = np.zeros(count, np.int64)
        self._mark_ms = np.zeros(count, np.int64)
        self.finished = np.zeros(count, np.bool_)
        self.interruptions = np.zeros(count, np.int64)
        self.wall_ms = np.zeros(count, np.int64)
        self.busy_ms = np.zeros(count, np.int64)
        self.recovery_ms = np.zeros(count, np.int64)
        self.skipped_ms = np.zeros(count, np.int64)
        self.inconsistent = np.zeros(count, np.int64)

    @property
    def lost_ms(self) -> Ints:
        """Work done more than once or thrown away (MODEL.md section 6)."""
        worked = self.busy_ms - self.recovery_ms
        return worked - np.where(self.finished, self._cuts.timeline.ideal_ms - self.skipped_ms, 0)

    def legs(self) -> Iterator[Leg]:
        """Fly on until every run has ended, and yield each session as it is over."""
        for session in range(MAX_SESSIONS):
            if not len(self._alive):
                break
            yield self._fly(session)
        self.skipped_ms[~self.finished] = 0

    def _fly(self, session: int) -> Leg:
        run, table = self._alive, self._table
        start, mark = self._start[run], self._mark[run]
        recovery = self._cuts.timeline.plan.resume.recovery_ms if session else 0
        if session:
            self.inconsistent[run] += table.inside[start]
        leg = self._route(session, run, start, mark)
        cut, downtime = self._cut(session, run, recovery, leg.route.end)
        finishes = cut >= recovery + leg.route.end
        spent = np.where(finishes, recovery + leg.route.end, cut)
        behind = spent - recovery
        leg.walked = behind >= 0
        leg.began_ms = self.wall_ms[run] + recovery
        reached_ms = self._reach(leg, behind, finishes)
        self.busy_ms[run] += spent
        self.recovery_ms[run] += np.minimum(spent, recovery)
        self.wall_ms[run] += np.where(finishes, spent, spent + downtime)
        self._note_left_undone(leg, behind)
        self._raise_mark(leg, reached_ms)
        self.finished[run[finishes]] = True
        stopped = ~finishes
        self.interruptions[run[stopped]] += 1
        self._alive = run[stopped & self._choose_start(leg)]
        return leg

    def _route(self, session: int, run: Ints, start: Ints, mark: Ints) -> Leg:
        table, frontier = self._table, self._cuts.frontier
        start_op, front = table.start_op[start], frontier.front[mark]
        enter = frontier.enter[mark] if session else np.zeros_like(mark)
        if table.any_inside:
            within = start_op > front
            front = np.where(within, start_op, front)
            enter = np.where(within, np.maximum(start_op, frontier.left_to[mark]), enter)
        at_front = self._cuts.replay[front] - self._cuts.replay[start_op]
        entered = at_front
        waits = self._waits(start, start_op, mark, front) if self._cuts.has_waits and session else None
        if waits is not None:
            at_front = at_front + waits.asked_ms
            entered = at_front + self._wait(start, mark, front)
        offset = self._cuts.first[enter] - entered
        end = self._cuts.first[-1] - offset
        if waits is not None:
            waits.late_at = self._cuts.first[waits.late_op] - offset
            end = end + waits.late_ms
        return Leg(
            session=session,
            run=run,
            start=start,
            start_op=start_op,
            mark=mark,
            front=front,
            enter=enter,
            reached=mark,
            walked=np.ones(0, np.bool_),
            began_ms=mark,
            route=Route(at_front=at_front, entered=entered, offset=offset, end=end, waits=waits),
        )

    def _waits(self, start: Ints, start_op: Ints, mark: Ints, front: Ints) -> Waits:
        place = self._cuts.starts.ask_op[start]
        return Waits(
            asked_at=self._cuts.replay[place] - self._cuts.replay[start_op],
            asked_ms=np.where(front > place, self._cuts.starts.ask_ms[start], 0),
            late_at=mark,
            late_ms=self._cuts.frontier.late_wait_ms[mark],
            late_op=self._cuts.frontier.next_first[mark],
        )

    def _wait(self, start: Ints, mark: Ints, front: Ints) -> Ints:
        """Return how long the person is asked before the frontier unit: not again in a session that asked already."""
        frontier = self._cuts.frontier
        begun = np.maximum(frontier.step_first[mark], self._cuts.starts.ask_op[start])
        asked_already = frontier.asks_on_arrival[mark] & (front > begun)
        return np.where(asked_already, 0, frontier.wait_ms[mark])

    def _cut(self, session: int, run: Ints, recovery: int, needs: Ints) -> tuple[Ints, Ints]:
        """Return when each session is cut, and the downtime."""
        window = range(self._runs.start + int(run[0]), self._runs.start + int(run[-1]) + 1)
        picked = run - run[0]
        given = self._strikes.interruptions
        if given.exactly is None:
            cut, downtime = self._strikes.cuts(session, window, picked)
            return cut, downtime
        if session >= given.exactly:
            return np.full(len(run), NEVER, np.int64), np.zeros(len(run), np.int64)
        share = self._strikes.shares(session, window, picked)
        return exact_cut(share, needs, np.full(len(run), recovery)), np.full(len(run), given.downtime_ms)

    def _reach(self, leg: Leg, behind: Ints, finishes: Flags) -> Ints:
        """Find how many ops lie behind each run, and return its place on the first-pass sum (-1: it is replaying)."""
        route, end = leg.route, len(self._cuts.timeline.ops)
        replaying = behind < route.at_front
        first_ms = behind + route.offset
        replay_ms = behind + self._table.start_replay[leg.start]
        if route.waits is not None:
            replay_ms -= np.clip(behind - route.waits.asked_at, 0, route.waits.asked_ms)
            first_ms -= np.clip(behind - route.waits.late_at, 0, route.waits.late_ms)
        leg.reached = self._table.place(np.where(replaying, replay_ms, first_ms), replaying)
        if route.waits is not None:
            self._hold_in_waits(leg, route.waits, behind, replaying)
        leg.reached[finishes] = end
        return np.where(replaying, -1, first_ms)

    def _hold_in_waits(self, leg: Leg, waits: Waits, behind: Ints, replaying: Flags) -> None:
        """Keep runs that are cut while a person is asked at the place where the asking began."""
        held = replaying & (behind >= waits.asked_at) & (behind < waits.asked_at + waits.asked_ms)
        leg.reached[held] = self._cuts.starts.ask_op[leg.start[held]]
        held = ~replaying & (behind < leg.route.entered)
        leg.reached[held] = leg.front[held]
        held = (behind >= waits.late_at) & (behind < waits.late_at + waits.late_ms)
        leg.reached[held] = waits.late_op[held]

    def _note_left_undone(self, leg: Leg, behind: Ints) -> None:
        if not self._table.any_left:
            return
        left = self._cuts.frontier.leaves[leg.mark] & (behind >= leg.route.entered)
        if left.any():
            run, mark = leg.run[left], leg.mark[left]
            self.skipped_ms[run] += self._table.left_end[mark] - self._mark_ms[run]

    def _raise_mark(self, leg: Leg, reached_ms: Ints) -> None:
        """Note new ground: a mark that stays keeps the time up to which its micro-operation was walked."""
        newer = (leg.reached > leg.mark) & leg.walked
        run = leg.run[newer]
        self._mark[run] = leg.reached[newer]
        self._mark_ms[run] = reached_ms[newer]
        if self._table.any_left:
            same = (leg.reached == leg.mark) & leg.walked & (reached_ms > self._mark_ms[leg.run])
            self._mark_ms[leg.run[same]] = reached_ms[same]

    def _choose_start(self, leg: Leg) -> Flags:
        """Note which snapshot the next session loads, and return False where it is broken and ends the run."""
        table = self._table
        if table.restarts:
            return np.ones(len(leg.run), np.bool_)
        fresh_from = np.where(leg.mark < leg.front, leg.mark, np.maximum(leg.mark, leg.enter))
        if table.loads_first:
            chosen = table.next_usable[fresh_from]
            taken = (leg.start == 0) & (table.start_op[chosen] <= leg.reached) & (chosen > 0)
        else:
            chosen = table.latest[leg.reached]
            taken = table.start_op[chosen] > fresh_from
        taken &= leg.walked
        self._start[leg.run[taken]] = chosen[taken]
        goes_on: Flags = ~taken | table.usable[chosen]
        return goes_on


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """What a flight looks up that depends on the plan alone."""

    start_op: Ints
    start_replay: Ints
    inside: Flags
    usable: Flags
    any_inside: bool
    any_left: bool
    left_end: Ints
    restarts: bool
    loads_first: bool
    latest: Ints
    """For each op: the newest save before it that a resume would load, as an index into `Starts`; 0: none."""
    next_usable: Ints
    """For each op: the next usable save at or behind it; 0: none."""
    sums: Ints
    replay_total: int

    @classmethod
    def of(cls, shortcuts: Shortcuts) -> _Table:
        starts, plan = shortcuts.starts, shortcuts.timeline.plan
        loadable = starts.usable | (plan.resume.loads is Loads.LATEST)
        total = int(shortcuts.replay[-1]) + 1
        return cls(
            start_op=starts.op,
            start_replay=shortcuts.replay[starts.op],
            inside=starts.inside,
            usable=starts.usable,
            any_inside=bool(starts.inside.any()),
            any_left=bool(shortcuts.frontier.leaves.any()),
            left_end=shortcuts.first[shortcuts.frontier.left_to],
            restarts=plan.resume.loads is Loads.RESTART or not plan.identity.survives,
            loads_first=plan.resume.loads is Loads.FIRST,
            latest=_latest(starts.op, loadable, len(shortcuts.first)),
            next_usable=_next(starts.op, starts.usable, len(shortcuts.first)),
            sums=np.concatenate([shortcuts.replay[1:], shortcuts.first[1:] + total]),
            replay_total=total,
        )

    def place(self, ms: Ints, replaying: Flags) -> Ints:
        """Return how many micro-operations are over at a time on the replay or the first-pass sum."""
        found = np.searchsorted(self.sums, np.where(replaying, ms, ms + self.replay_total), side="right")
        return found - np.where(replaying, 0, len(self.sums) // 2)


def _latest(op: Ints, loadable: Flags, size: int) -> Ints:
    newest = np.zeros(size + 1, np.int64)
    chosen = np.flatnonzero(loadable)
    newest[op[chosen]] = chosen
    return np.maximum.accumulate(newest)


def _next(op: Ints, usable: Flags, size: int) -> Ints:
    following = np.zeros(size + 1, np.int64)
    chosen = np.flatnonzero(usable)[1:]
    at = np.searchsorted(op[chosen] - 1, np.arange(size + 1))
    known = at < len(chosen)
    following[known] = chosen[at[known]]
    return following
