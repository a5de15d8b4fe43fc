"""Many runs at once, session after session: where each gets, how long it takes, which snapshot it resumes from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from planner.core.manyruns.reach import Reach
from planner.core.manyruns.routes import Routes, Starting, routes
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
    began_ms: tuple[Ints, Ints | int, int]
    """Wall time at the end of the recovery: the busy time before, the downtime before, and the recovery."""
    begin: Ints
    """From which op on a performed EFFECT is repeated."""

    def began_at(self, rows: Ints) -> Ints:
        """Return the wall time at the end of the recovery for some of the runs, in ms."""
        busy_ms, down_ms, recovery_ms = self.began_ms
        return busy_ms.take(rows) + picked(down_ms, rows) + recovery_ms


def picked(values: Ints | int, rows: Ints) -> Ints | int:
    """Return some rows of an array; a single number stands for all of them."""
    return values if isinstance(values, int) else values.take(rows)


class Charts:
    """What the flights of a plan look up and that does not change from chunk to chunk."""

    def __init__(self, cuts: Shortcuts) -> None:
        self.cuts = cuts
        self.starting = Starting(cuts)
        self.recovery_ms = cuts.timeline.plan.resume.recovery_ms
        self.ops = len(cuts.timeline.ops)
        self.any_inside = bool(cuts.starts.inside.any())
        self.any_left = bool(cuts.frontier.leaves.any())
        self.left_end = cuts.first[cuts.frontier.left_to]
        used = {"start": not self.starting.told_by_mark, "mark_ms": self.any_left}
        self.going = ("run", "mark", "busy_ms", "down_ms", *(name for name, needed in used.items() if needed))
        """The arrays of runs going on that flights of this plan use."""
        marks = np.arange(self.ops + 1)
        self.by_mark = routes(cuts, self.starting.by_mark(), marks) if self.starting.told_by_mark else None
        self.first_session = _first_session(cuts)
        self.reach = Reach(cuts, self.by_mark)


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
    down_ms: Ints | int
    """One number, as long as it is the same for all."""
    start: Ints
    mark_ms: Ints

    @classmethod
    def all(cls, count: int) -> _Going:
        """Return runs that have not begun."""
        return cls(run=np.arange(count), down_ms=0, **{name: np.zeros(count, np.int64) for name in _GOING})

    def keep(self, rows: Ints, names: tuple[str, ...]) -> None:
        """Keep some rows of the named arrays and forget the others."""
        if len(rows) < len(self.run):
            for name in names:
                setattr(self, name, picked(getattr(self, name), rows))


_GOING = ("mark", "busy_ms", "start", "mark_ms")


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
        self._land(np.arange(len(self._going.run)), MAX_SESSIONS, finished=False)
        self.skipped_ms[~self.finished] = 0

    def _fly(self, session: int) -> Leg:
        charts, going = self._charts, self._going
        recovery_ms = charts.recovery_ms if session else 0
        leg = self._begin(session, recovery_ms)
        end = leg.routes.end.take(leg.route)
        cut, downtime = self._cut(session, recovery_ms, end)
        behind = np.minimum(cut - recovery_ms if recovery_ms else cut, end)
        leg.reached = charts.reach.ops(leg.routes, leg.route, behind)
        going.busy_ms = going.busy_ms + (behind + recovery_ms if recovery_ms else behind)
        if recovery_ms:
            short = np.flatnonzero(behind < 0)
            np.add.at(self.recovery_ms, leg.run, recovery_ms)
            np.add.at(self.recovery_ms, leg.run.take(short), behind.take(short))
        if charts.any_left:
            self._note_left_undone(leg, behind)
        self._go_on(leg, behind == end, downtime)
        return leg

    def _begin(self, session: int, recovery_ms: int) -> Leg:
        charts, start = self._charts, self._going.start
        if session == 0:
            known, route = charts.first_session, np.zeros(len(self._going.run), np.int64)
        elif charts.by_mark is not None:
            known, route = charts.by_mark, self._going.mark
        else:
            known, route = routes(charts.cuts, start, self._going.mark), np.arange(len(start))
        if session and charts.any_inside:
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
        chosen = self._going.run - first if len(window) > len(self._going.run) else slice(None)
        given = self._strikes.interruptions
        if given.exactly is None:
            return self._strikes.cuts(session, window, chosen)
        if session >= given.exactly:
            return np.full(len(needs), NEVER, np.int64), 0
        return exact_cut(self._strikes.shares(session, window, chosen), needs, recovery_ms), given.downtime_ms

    def _note_left_undone(self, leg: Leg, behind: Ints) -> None:
        """Sum up what intent records leave unwalked.

        `mark_ms` is how far the first pass got, to the ms; it matters only where the unit that it got to is left.
        """
        leaves, mark_ms = self._charts.cuts.frontier.leaves, self._going.mark_ms
        left = np.flatnonzero(leaves.take(leg.mark))
        left = left[behind.take(left) >= leg.routes.entered.take(leg.route.take(left))]
        end_ms = self._charts.left_end.take(leg.mark.take(left))
        np.add.at(self.skipped_ms, leg.run.take(left), end_ms - mark_ms.take(left))
        further = np.flatnonzero(leaves.take(np.maximum(leg.reached, 0)) & (leg.reached > leg.mark))
        route = leg.route.take(further)
        mark_ms[further] = self._charts.reach.first_pass_ms(leg.routes, route, behind.take(further))

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

    def _land(self, rows: Ints, interruptions: int, *, finished: bool) -> None:
        run = self._going.run.take(rows)
        self.finished[run] = finished
        self.interruptions[run] = interruptions
        self.busy_ms[run] = self._going.busy_ms.take(rows)
        self.down_ms[run] = picked(self._going.down_ms, rows)
