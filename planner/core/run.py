"""One run from its start to its end: sessions, interruptions, and what the run yields (MODEL.md sections 3 and 6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from planner.core.machine import Machine, Moment
from planner.core.memory import Tally
from planner.core.plan import MAX_SESSIONS
from planner.core.strikes import NEVER, Strikes, exact_cut
from planner.core.timeline import Save
from planner.core.vocabulary import Loads


class Schedule(Protocol):
    """What interrupts one run."""

    def cut(self, session: int, recovery_ms: int, needs_ms: Callable[[], int]) -> tuple[int, int]:
        """Return when a session is cut, in ms from its start, and the downtime; `needs_ms` runs it dry to its end."""
        ...


@dataclass(frozen=True, slots=True)
class Drawn:
    """The interruptions that the plan's own sources make for run number `run`."""

    strikes: Strikes
    run: int

    def cut(self, session: int, recovery_ms: int, needs_ms: Callable[[], int]) -> tuple[int, int]:
        """See Schedule."""
        runs = range(self.run, self.run + 1)
        exactly = self.strikes.interruptions.exactly
        if exactly is None:
            at, downtime = self.strikes.cuts(session, runs)
            return int(at[0]), int(np.max(downtime))
        if session >= exactly:
            return NEVER, 0
        share = self.strikes.shares(session, runs)
        at = exact_cut(share, np.array([needs_ms()]), recovery_ms)
        return int(at[0]), self.strikes.interruptions.downtime_ms


@dataclass(frozen=True, slots=True)
class Chosen:
    """Interruptions at chosen times: one entry for each session that is cut, in ms from its start."""

    cuts_ms: Sequence[int]
    downtime_ms: int

    def cut(self, session: int, recovery_ms: int, needs_ms: Callable[[], int]) -> tuple[int, int]:
        """See Schedule."""
        return (self.cuts_ms[session], self.downtime_ms) if session < len(self.cuts_ms) else (NEVER, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What one run yields; times are ms, and lists in `tally` have one entry a step."""

    finished: bool
    interruptions: int
    wall_ms: int
    busy_ms: int
    recovery_ms: int
    skipped_ms: int
    lost_ms: int
    tally: Tally


class Watcher:
    """What is told of a run while it goes on; this one looks away."""

    def begins(self, session: int, start: Save | None) -> None:
        """A session begins, from a snapshot or from the start."""

    def happened(self, moment: Moment, at_ms: int) -> None:
        """A moment has happened, so many ms into the session."""

    def stopped(self, during: Moment | None, at_ms: int) -> None:
        """The session was cut during a moment, or (None) during its recovery."""


class Run:
    """One run of a machine under a schedule, session after session."""

    def __init__(self, machine: Machine, schedule: Schedule, watcher: Watcher | None = None) -> None:
        self._machine = machine
        self._schedule = schedule
        self._watcher = watcher or Watcher()
        self._memory = machine.fresh_memory()
        self._tally = Tally.empty(len(machine.steps))
        self._busy_ms = 0
        self._recovery_ms = 0

    @property
    def tally(self) -> Tally:
        """What is counted so far; of the moment that a watcher is being told, nothing yet."""
        return self._tally

    def result(self) -> Result:
        """Run to the end and return what came of it."""
        for session in range(MAX_SESSIONS):
            if session and self._loads_a_broken_snapshot():
                return self._ended(finished=False, interruptions=session)
            if self._finishes(session):
                return self._ended(finished=True, interruptions=session)
        return self._ended(finished=False, interruptions=MAX_SESSIONS)

    def _loads_a_broken_snapshot(self) -> bool:
        if self._machine.timeline.plan.resume.loads is not Loads.LATEST:
            return False
        start = self._machine.recovery_point(self._memory)
        return start is not None and not start.usable

    def _finishes(self, session: int) -> bool:
        start = self._machine.recovery_point(self._memory) if session else None
        recovery_ms = self._machine.timeline.plan.resume.recovery_ms if session else 0
        self._tally.inconsistent += start is not None and start.inside
        self._watcher.begins(session, start)
        cut_ms, downtime_ms = self._schedule.cut(session, recovery_ms, lambda: self._needed_ms(start))
        started_ms = self._memory.wall_ms
        self._memory.wall_ms += recovery_ms
        spent_ms, finished = self._spend(start, recovery_ms, cut_ms)
        self._busy_ms += spent_ms
        self._recovery_ms += min(recovery_ms, spent_ms)
        self._memory.wall_ms = started_ms + spent_ms + (0 if finished else downtime_ms)
        return finished

    def _spend(self, start: Save | None, recovery_ms: int, cut_ms: int) -> tuple[int, bool]:
        """Return the busy time of the session and whether the run finished in it."""
        if cut_ms < recovery_ms:
            self._watcher.stopped(None, cut_ms)
            return cut_ms, False
        spent_ms = recovery_ms
        for moment in self._machine.walk(self._memory, self._tally, start):
            if spent_ms + moment.ms > cut_ms:
                self._machine.cut(self._memory, moment, cut_ms - spent_ms)
                self._watcher.stopped(moment, cut_ms)
                return cut_ms, False
            spent_ms += moment.ms
            self._watcher.happened(moment, spent_ms)
        return spent_ms, True

    def _needed_ms(self, start: Save | None) -> int:
        scratch = Tally.empty(len(self._machine.steps))
        return sum(moment.ms for moment in self._machine.walk(self._memory.copy(), scratch, start))

    def _ended(self, *, finished: bool, interruptions: int) -> Result:
        worked_ms = self._busy_ms - self._recovery_ms
        skipped_ms = self._tally.skipped_ms if finished else 0
        return Result(
            finished=finished,
            interruptions=interruptions,
            wall_ms=self._memory.wall_ms,
            busy_ms=self._busy_ms,
            recovery_ms=self._recovery_ms,
            skipped_ms=skipped_ms,
            lost_ms=worked_ms - self._machine.timeline.ideal_ms + skipped_ms if finished else worked_ms,
            tally=self._tally,
        )
