"""Where a run under its session limit alone stops getting on (rule P501)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from planner.core.machine import Machine
from planner.core.memory import LEFT, Memory, Tally
from planner.core.plan import MAX_SESSIONS
from planner.core.recovery import recovery_points
from planner.core.timeline import Save, Timeline


@dataclass(frozen=True, slots=True, kw_only=True)
class Standstill:
    """The first two sessions in a row that bring nothing new."""

    sessions: int
    """How many there are up to there, these two included."""
    start: Save | None
    """Where they begin; None: at the start of the run."""
    unit: int
    """The unit in which the limit strikes."""
    needs_ms: int
    """How long a session would have to last to get to the next new snapshot, or to the end."""


def standstill(timeline: Timeline) -> Standstill | None:
    """Return where a run stands still that only its session limit interrupts; None if it gets on, or has no limit.

    Nothing new: no snapshot, INTENT, EFFECT or DONE that there was not before.
    """
    limit_ms = timeline.plan.interruptions.session_limit_ms
    if limit_ms is None or longest_stretch_ms(timeline) <= limit_ms:
        return None
    return _Sessions(timeline, limit_ms).until_nothing_is_new()


def longest_stretch_ms(timeline: Timeline) -> int:
    """Return how long a session can need, at most, to bring about something new."""
    plan = timeline.plan
    ends = np.append(0, np.cumsum(timeline.op_ms))
    places = [0, *(save.op + 1 for save in recovery_points(timeline)), len(timeline.ops)]
    waits_ms = sum(step.gate_ms for step in plan.steps if timeline.protections[plan.index_of(step.id)].asks)
    return int(np.diff(ends[places]).max()) + plan.resume.recovery_ms + waits_ms


class _Sessions:
    """The sessions of one run, each cut by the limit."""

    def __init__(self, timeline: Timeline, limit_ms: int) -> None:
        self._machine = Machine(timeline)
        self._limit_ms = limit_ms
        self._memory = self._machine.fresh_memory()
        self._latest_save = -1

    def until_nothing_is_new(self) -> Standstill | None:
        known, new_before = self._known(), True
        for session in range(MAX_SESSIONS):
            start = self._machine.recovery_point(self._memory) if session else None
            if start is not None and not start.usable:
                return None
            unit = self._stopped_in(start, self._recovery_ms(session))
            if unit is None:
                return None
            before, known = known, self._known()
            if known == before and not new_before:
                return Standstill(sessions=session + 1, start=start, unit=unit, needs_ms=self._needs_ms(start))
            new_before = known != before
        return None

    def _recovery_ms(self, session: int) -> int:
        return self._machine.timeline.plan.resume.recovery_ms if session else 0

    def _stopped_in(self, start: Save | None, recovery_ms: int) -> int | None:
        """Walk one session and return the unit in which the limit stops it; None: it finishes."""
        spent_ms = recovery_ms
        if spent_ms > self._limit_ms:
            return start.unit if start is not None else 0
        for moment in self._machine.walk(self._memory, Tally.empty(len(self._machine.steps)), start):
            spent_ms += moment.ms
            if spent_ms > self._limit_ms:
                return moment.unit
        return None

    def _known(self) -> tuple[bytes, int]:
        self._latest_save = max(self._latest_save, self._memory.newest)
        return bytes(self._memory.progress.translate(_WITHOUT_LEFT)), self._latest_save

    def _needs_ms(self, start: Save | None) -> int:
        memory, spent_ms = self._memory.copy(), self._recovery_ms(1)
        for moment in self._machine.walk(memory, Tally.empty(len(self._machine.steps)), start):
            if self._is_beyond(memory):
                break
            spent_ms += moment.ms
        return spent_ms

    def _is_beyond(self, memory: Memory) -> bool:
        start = self._machine.recovery_point(memory)
        return start is not None and self._machine.save_at[start.op] > self._latest_save


_WITHOUT_LEFT = bytes(known & ~LEFT for known in range(256))
