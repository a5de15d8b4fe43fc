"""What each checkpoint does to the expected wall time where sessions have a limit too (MODEL.md section 7)."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from planner.core.closedform.chain import limited_sessions
from planner.core.closedform.sessions import Floats, Law, given_up
from planner.core.closedform.wayback import NoClosedFormError, WaysBack, ways_back
from planner.core.plan import MAX_SESSIONS, Interruptions
from planner.core.strikes import NEVER
from planner.core.timeline import Ints, Timeline
from planner.core.worthwhile.absence import Absence, Moved
from planner.core.worthwhile.thrift import Worth, power


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """The n places of a timeline in which a run can be cut, and the first session as if it followed a cut before them.

    Times are ms. A session that follows a cut in place k comes to new ground at place `target[k]`, and from there on
    the time runs as on `begin_ms`.
    """

    begin_ms: Ints
    """Shape (n + 1,): where each place begins in a run that nothing interrupts, and the end."""
    target: Ints
    """Shape (n + 1,): the first entry is that of the first session, and place k has entry k + 1."""
    way_ms: Ints
    """Shape (n + 1,): how long a session takes to its target, recovery included."""

    @classmethod
    def of(cls, ways: WaysBack, op: Ints) -> _Line:
        """Measure the places that a timeline has, given as micro-operations."""
        begin_ms = ways.place_ms[np.append(op, len(ways.timeline.ops))]
        behind = np.where(ways.once[op], np.searchsorted(begin_ms[:-1], ways.onward_ms[op]), np.arange(1, len(op) + 1))
        onward_ms = np.where(ways.once[op], 0, ways.timeline.op_ms[op])
        way_ms = ways.timeline.plan.resume.recovery_ms + ways.back_ms[op] + onward_ms
        return cls(begin_ms=begin_ms, target=np.append(0, behind), way_ms=np.append(0, way_ms))

    def without(self, op: Ints, moved: list[Moved]) -> _Line:
        """Return the line without the saves of a checkpoint, which keep their places and take no time."""
        length_ms, way_ms = np.diff(self.begin_ms), self.way_ms.copy()
        for part in moved:
            first, end = np.searchsorted(op, (part.save + 1, part.until))
            way_ms[first + 1 : end + 1] += part.further_ms
        gone = np.flatnonzero(np.isin(op, [part.save for part in moved]))
        length_ms[gone], way_ms[gone + 1] = 0, NEVER
        return replace(self, begin_ms=np.append(0, np.cumsum(length_ms)), way_ms=way_ms)

    def is_never_passed(self, limit_ms: int) -> bool:
        """Whether there is a place that no session of any run gets past."""
        reach_ms = np.maximum.accumulate(limit_ms - self.way_ms + self.begin_ms[self.target])
        return bool((reach_ms < self.begin_ms[self.target])[1:].any())


class LimitedThrift:
    """The checkpoints of one timeline under a session limit, with strikes or alone, each thought away in turn.

    What is still to come after a cut in a place (V) depends on what lies behind it, and how many sessions follow a cut
    in a place (ν) on what lies before it. So for each checkpoint V is told anew for the stretch that is moved, and the
    sessions that come from before it are summed up: Σ ν_k·(what the session takes + Σ p_kj·V_j over j behind the save).

    With F_i = Σ e^{−λ(z_j − z_i)}·(1 − e^{−λd_j})·V_j over j ≥ i, a session at the beginning of place i that lasts up
    to place J leaves F_i + e^{−λ(z_J − z_i)}·(V_J − F_J) to come, since it is cut in J if it gets there.
    """

    def __init__(self, timeline: Timeline) -> None:
        given = timeline.plan.interruptions
        if not given.session_limit_ms:
            raise NoClosedFormError("no session limit")
        ways = ways_back(timeline)
        self._absence = Absence(ways)
        self._law, self._limit_ms = _law(given), given.session_limit_ms
        self._op = np.flatnonzero(timeline.op_ms)
        self._line = _Line.of(ways, self._op)
        self._visits = np.append(1.0, self._follow() if not given.at_random else _visits(ways, self._law)[self._op])
        self._ahead, self._edge = np.zeros(len(self._op) + 1), np.zeros(len(self._op) + 1)
        """F and V − F, of each place and (nought) of the end."""
        self._tell(self._line, self._ahead, self._edge, range(len(self._op)))
        self._with_ms = self._expected_ms(self._line, self._ahead, self._edge, 0)

    def worth(self, checkpoint: int) -> Worth:
        """Compare the plan with itself without a checkpoint (by its index); NoClosedFormError if that takes more."""
        moved = self._absence.of(checkpoint)
        line = self._line.without(self._op, moved)
        first, end = np.searchsorted(self._op, (moved[0].save, moved[-1].until)).tolist()
        ahead, edge = self._ahead.copy(), self._edge.copy()
        self._tell(line, ahead, edge, range(first, end))
        without_ms = self._expected_ms(line, ahead, edge, first)
        if math.isinf(without_ms) and not line.is_never_passed(self._limit_ms):
            raise NoClosedFormError("without it, some runs never finish")
        return Worth.of_times(self._with_ms, without_ms)

    def _tell(self, line: _Line, ahead: Floats, edge: Floats, places: range) -> None:
        """Fill in F and V − F of some places, from the last to the first."""
        rate = self._law.rate
        for place in reversed(places):
            length_ms = int(line.begin_ms[place + 1] - line.begin_ms[place])
            passes = math.exp(-rate * length_ms)
            ahead[place], edge[place] = passes * ahead[place + 1] if passes else 0.0, 0.0
            if length_ms:
                value = self._value(line, ahead, edge, place)
                ahead[place] += (1 - passes) * value if passes < 1 else 0.0
                edge[place] = value - ahead[place] if value < math.inf else math.inf

    def _value(self, line: _Line, ahead: Floats, edge: Floats, place: int) -> float:
        """Return V, the time that a run still takes on average after a cut in a place."""
        target, way_ms = int(line.target[place + 1]), int(line.way_ms[place + 1])
        if way_ms > self._limit_ms:
            return math.inf
        begin_ms, end_ms = int(line.begin_ms[target]), int(line.begin_ms[-1])
        session_ms = float(self._session_ms(np.array([way_ms + end_ms - begin_ms]))[0])
        value = session_ms * power(self._law.rate * way_ms) + ahead[target]
        last_ms = begin_ms + self._limit_ms - way_ms
        if end_ms > last_ms:
            last = int(np.searchsorted(line.begin_ms[:-1], last_ms, side="right")) - 1
            value += math.exp(-self._law.rate * int(line.begin_ms[last] - begin_ms)) * edge[last]
        return float(value)

    def _session_ms(self, needs_ms: Ints) -> Floats:
        """Return what sessions take that need so long to the end of the run, the downtime behind them included."""
        law, lasts_ms = self._law, np.minimum(needs_ms, self._limit_ms)
        limited = law.limit_downtime_ms * np.exp(-law.rate * lasts_ms) * (needs_ms > self._limit_ms)
        busy_ms = -np.expm1(-law.rate * lasts_ms) / law.rate if law.rate else lasts_ms.astype(np.float64)
        times: Floats = busy_ms * (1 + law.rate * law.downtime_ms) + limited
        return times

    def _expected_ms(self, line: _Line, ahead: Floats, edge: Floats, first: int) -> float:
        """Return the time of a run, from the sessions that follow a cut before a place and what it is from there on."""
        visited = np.flatnonzero(self._visits[: first + 1])
        target_ms, way_ms = line.begin_ms[line.target[visited]], line.way_ms[visited]
        at_ms = way_ms + line.begin_ms[first] - target_ms
        last_ms = line.begin_ms[first] + self._limit_ms - at_ms
        last = np.searchsorted(line.begin_ms[:-1], last_ms, side="right") - 1
        gone = np.exp(-self._law.rate * np.maximum(line.begin_ms[last] - line.begin_ms[first], 0))
        onwards = ahead[first] + np.where(line.begin_ms[-1] > last_ms, gone * edge[last], 0.0)
        reached = np.where(at_ms <= self._limit_ms, np.exp(-self._law.rate * at_ms) * onwards, 0.0)
        session_ms = self._session_ms(way_ms + line.begin_ms[-1] - target_ms)
        return float((self._visits[visited] * (session_ms + reached)).sum())

    def _follow(self) -> Floats:
        """Return how many sessions follow a cut in each place where only the limit cuts: one at a time."""
        line, visits, at = self._line, np.zeros(len(self._op)), 0
        for _ in range(MAX_SESSIONS):
            last_ms = line.begin_ms[line.target[at]] + self._limit_ms - line.way_ms[at]
            if line.begin_ms[-1] <= last_ms:
                return visits
            if line.way_ms[at] > self._limit_ms:
                raise NoClosedFormError("a session reaches its limit before it is on new ground: no run ever finishes")
            last = int(np.searchsorted(line.begin_ms[:-1], last_ms, side="right")) - 1
            visits[last] += 1
            at = last + 1
        raise given_up()


def _law(given: Interruptions) -> Law:
    if given.at_random:
        return Law.of(given)
    return Law(rate=0.0, downtime_ms=0.0, limit_ms=given.session_limit_ms, limit_downtime_ms=given.limit_downtime_ms)


def _visits(ways: WaysBack, law: Law) -> Floats:
    """Return how many sessions follow a cut in each micro-operation; NoClosedFormError if some runs do not finish."""
    return limited_sessions(ways, law).terms[0].weights
