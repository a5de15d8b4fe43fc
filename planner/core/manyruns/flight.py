"""Many runs at once, session after session: where each gets, how long it takes, which snapshot it resumes from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from planner.core.manyruns.routes import Routes, Starting, Waits, routes
from planner.core.manyruns.ruler import Ruler
from planner.core.manyruns.shortcuts import Flags, Ints, Shortcuts
from planner.core.plan import MAX_SESSIONS
from planner.core.strikes import NEVER, Strikes, exact_cut


@dataclass(slots=True, kw_only=True)
class Leg:
    """One session of the runs that are still going on; arrays have shape (runs going on,), times are ms."""

    session: int
    run: Ints
    """Index of the run in its chunk."""
    mark: Ints
    """The high-water mark before the session."""
    reached: Ints
    """How many micro-operations lie behind the run at the session's end; before its start if its recovery was cut."""
    routes: Routes
    route: Ints
    """Index of each run's route in `routes`."""
    began_ms: tuple[Ints, Ints, int]
    """Wall time at the end of the recovery: the busy time before, the downtime before, and the recovery."""
    begin: Ints
    """From which op on a performed EFFECT is repeated."""


class Charts:
    """What the flights of a plan look up and that does not change from chunk to chunk."""

    def __init__(self, cuts: Shortcuts) -> None:
        self.cuts = cuts
        self.starting = Starting(cuts)
        self.recovery_ms = cuts.timeline.plan.resume.recovery_ms
        self.replay_total = int(cuts.replay[-1]) + 1
        self.ruler = Ruler(np.concatenate([cuts.replay[1:], cuts.first[1:] + self.replay_total]))
        self.ops = len(cuts.timeline.ops)
        self.any_left = bool(cuts.frontier.leaves.any())
        self.left_end = cuts.first[cuts.frontier.left_to]
        used = {"start": not self.starting.told_by_mark, "mark_ms": self.any_left}
        self.going = ("run", "mark", "busy_ms", "down_ms", *(name for name, needed in used.items() if needed))
        """The arrays of runs going on that flights of this plan use."""
        marks = np.arange(self.ops + 1)
        self.by_mark = routes(cuts, self.starting.by_mark(), marks) if self.starting.told_by_mark else None
        self.first_session = _first_session(cuts)


def _first_session(cuts: Shortcuts) -> Routes:
    """Return the route of the first session: everything is new, and the waits are where a first pass has them."""
    nothing = np.zeros(1, np.int64)
    return Routes(
        **dict.fromkeys(("start", "start_op", "effect_from", "front", "enter", "at_front", "entered"), nothing),
        replay_offset=nothing,
        first_offset=nothing,
        end=cuts.first[-1:],
        waits=None,
    )


@dataclass(slots=True, kw_only=True)
class _Going:
    """The runs that have not ended; all arrays have one entry for each."""

    run: Ints
    mark: Ints
    busy_ms: Ints
    down_ms: Ints
    start: Ints
    mark_ms: Ints

    @classmethod
    def all(cls, count: int) -> _Going:
        """Return runs that have not begun."""
        return cls(run=np.arange(count), **{name: np.zeros(count, np.int64) for name in _GOING})

    def keep(self, rows: Ints, names: tuple[str, ...]) -> None:
        """Keep some rows of the named arrays and forget the others."""
        if len(rows) < len(self.run):
            for name in names:
                setattr(self, name, getattr(self, name).take(rows))


_GOING = ("mark", "busy_ms", "down_ms", "start", "mark_ms")


class Flight:
    """The runs of one chunk on their way; the arrays of results have shape (runs,), in the order of the runs."""

    def __init__(self, charts: Charts, strikes: Strikes, runs: range) -> None:
        count = len(runs)
        self._charts = charts
        self._strikes = strikes
        self._runs = runs
        self._going = _Going.all(count)
        self.finished = np.zeros(count, np.bool_)
        self.interruptions = np.zeros(count, np.int64)
        self.busy_ms = np.zeros(count, np.int64)
        self.down_ms = np.zeros(count, np.int64)
        self.recovery_ms = np.zeros(count, np.int64)
        self.skipped_ms = np.zeros(count, np.int64)
        self.inconsistent = np.zeros(count, np.int64)

    @property
    def wall_ms(self) -> Ints:
        """Busy time and downtime."""
        return self.busy_ms + self.down_ms

    @property
    def lost_ms(self) -> Ints:
        """Work done more than once or thrown away (MODEL.md section 6)."""
        worked = self.busy_ms - self.recovery_ms
        return worked - np.where(self.finished, self._charts.cuts.timeline.ideal_ms - self.skipped_ms, 0)

    def legs(self) -> Iterator[Leg]:
        """Fly on until every run has ended, and yield each session as it is over."""
        for session in range(MAX_SESSIONS):
            if not len(self._going.run):
                break
            yield self._fly(session)
        self._land(slice(None), MAX_SESSIONS, finished=False)
        self.skipped_ms[~self.finished] = 0

    def _fly(self, session: int) -> Leg:
        recovery_ms = self._charts.recovery_ms if session else 0
        leg = self._begin(session, recovery_ms)
        end = leg.routes.end.take(leg.route)
        cut, downtime = self._cut(session, recovery_ms, end)
        behind = np.minimum(cut - recovery_ms, end)
        finishes = behind == end
        at_ms = self._reach(leg, behind, finishes)
        self._going.busy_ms = self._going.busy_ms + (behind + recovery_ms)
        if recovery_ms:
            self.recovery_ms[leg.run] += np.minimum(behind, 0) + recovery_ms
        if self._charts.any_left:
            self._note_left_undone(leg, behind, at_ms)
        self._go_on(leg, finishes, downtime)
        return leg

    def _begin(self, session: int, recovery_ms: int) -> Leg:
        charts, start = self._charts, self._going.start
        if session == 0:
            known, route = charts.first_session, np.zeros(len(self._going.run), np.int64)
        elif charts.by_mark is not None:
            known, route = charts.by_mark, self._going.mark
        else:
            known, route = routes(charts.cuts, start, self._going.mark), np.arange(len(start))
        if session and charts.cuts.starts.inside.any():
            self.inconsistent[self._going.run] += charts.cuts.starts.inside.take(known.start.take(route))
        return Leg(
            session=session,
            run=self._going.run,
            mark=self._going.mark,
            reached=self._going.mark,
            routes=known,
            route=route,
            began_ms=(self._going.busy_ms, self._going.down_ms, recovery_ms),
            begin=known.effect_from.take(route),
        )

    def _cut(self, session: int, recovery_ms: int, needs: Ints) -> tuple[Ints, Ints | int]:
        """Return when each session is cut, and the downtime."""
        first, last = int(self._going.run[0]), int(self._going.run[-1])
        window = range(self._runs.start + first, self._runs.start + last + 1)
        picked = self._going.run - first if len(window) > len(self._going.run) else slice(None)
        given = self._strikes.interruptions
        if given.exactly is None:
            return self._strikes.cuts(session, window, picked)
        if session >= given.exactly:
            return np.full(len(needs), NEVER, np.int64), 0
        return exact_cut(self._strikes.shares(session, window, picked), needs, recovery_ms), given.downtime_ms

    def _reach(self, leg: Leg, behind: Ints, finishes: Flags) -> Ints:
        """Find how many ops lie behind each run, and return its place on the first-pass sum, unless it replays."""
        known, route = leg.routes, leg.route
        replaying = behind < known.at_front.take(route)
        replay_ms = behind + known.replay_offset.take(route)
        first_ms = behind + known.first_offset.take(route)
        waits = known.waits
        if waits is not None:
            replay_ms -= np.clip(behind - waits.asked_at.take(route), 0, waits.asked_ms.take(route))
            first_ms -= np.clip(behind - waits.late_at.take(route), 0, waits.late_ms.take(route))
        on_ruler = np.where(replaying, replay_ms, first_ms + self._charts.replay_total)
        if self._charts.recovery_ms or waits is not None:
            np.maximum(on_ruler, 0, out=on_ruler)
        leg.reached = self._charts.ruler.passed(on_ruler)
        leg.reached -= np.where(replaying, 0, self._charts.ops)
        if waits is not None:
            self._hold_in_waits(leg, waits, behind, replaying)
        leg.reached[finishes] = self._charts.ops
        if self._charts.recovery_ms:
            leg.reached[behind < 0] = -1
        return first_ms

    def _hold_in_waits(self, leg: Leg, waits: Waits, behind: Ints, replaying: Flags) -> None:
        """Keep runs that are cut while a person is asked at the place where the asking began."""
        known, route = leg.routes, leg.route
        asking = behind - waits.asked_at.take(route)
        held = replaying & (asking >= 0) & (asking < waits.asked_ms.take(route))
        leg.reached[held] = waits.asked_op.take(route[held])
        held = ~replaying & (behind < known.entered.take(route))
        leg.reached[held] = known.front.take(route[held])
        asking = behind - waits.late_at.take(route)
        held = ~replaying & (asking >= 0) & (asking < waits.late_ms.take(route))
        leg.reached[held] = waits.late_op.take(route[held])

    def _note_left_undone(self, leg: Leg, behind: Ints, at_ms: Ints) -> None:
        """Sum up what intent records leave unwalked; `_mark_ms` is how far the first pass got, to the ms."""
        cuts = self._charts.cuts
        left = cuts.frontier.leaves.take(leg.mark) & (behind >= leg.routes.entered.take(leg.route))
        self.skipped_ms[leg.run[left]] += self._charts.left_end.take(leg.mark[left]) - self._going.mark_ms[left]
        further = (leg.reached > leg.mark) | ((leg.reached == leg.mark) & (at_ms > self._going.mark_ms))
        further &= behind >= leg.routes.entered.take(leg.route)
        self._going.mark_ms = np.where(further, at_ms, self._going.mark_ms)

    def _go_on(self, leg: Leg, finishes: Flags, downtime: Ints | int) -> None:
        """Land the runs that have ended, and keep what the others need for their next session."""
        starting, going = self._charts.starting, self._going
        going.mark = np.maximum(leg.mark, leg.reached)
        self._land(np.flatnonzero(finishes), leg.session, finished=True)
        going.down_ms = going.down_ms + downtime
        stopped = ~finishes
        if not starting.told_by_mark:
            going.start = starting.after(going.start, leg.mark, leg.reached)
        if starting.may_end_run:
            known = self._charts.by_mark
            dead = starting.ends_run(going.start if known is None else known.start.take(going.mark)) & stopped
            self._land(np.flatnonzero(dead), leg.session + 1, finished=False)
            stopped &= ~dead
        going.keep(np.flatnonzero(stopped), self._charts.going)

    def _land(self, rows: Ints | slice, interruptions: int, *, finished: bool) -> None:
        run = self._going.run[rows]
        self.finished[run] = finished
        self.interruptions[run] = interruptions
        self.busy_ms[run] = self._going.busy_ms[rows]
        self.down_ms[run] = self._going.down_ms[rows]
