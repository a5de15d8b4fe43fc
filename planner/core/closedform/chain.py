"""The sessions of a run that a time limit cuts too: a Markov chain over places to be cut in (MODEL.md section 7)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from planner.core.closedform.sessions import UNLIKELY, Floats, Law, Sessions, Term, given_up, require_one_fate
from planner.core.closedform.wayback import NoClosedFormError, WaysBack
from planner.core.plan import MAX_SESSIONS
from planner.core.timeline import Ints

MOST_PLACES = 3_000
"""Beyond so many places the chain, quadratic in them, takes longer than it is worth."""

_GROWTHS = np.array([1.0, 1.025, 1.05, 1.2, 1.5])
"""Where E[s^N] is followed, N the number of interruptions: 1 counts, the others bound how likely many are."""


def limited_sessions(ways: WaysBack, law: Law) -> Sessions:
    """Return what strikes and the limit do to a run; NoClosedFormError if some runs do not finish.

    A session that follows a cut in place k begins place j > k at t_kj = r + b_k + z_j − z_k, is cut in it with
    probability e^{−λt_kj} − e^{−λt_k,j+1}, and in the last that begins within the limit with probability e^{−λt_kj}.
    """
    require_one_fate(ways)
    if np.count_nonzero(ways.timeline.op_ms) > MOST_PLACES:
        raise NoClosedFormError(f"sessions have a limit, and there are more than {MOST_PLACES:,} places to be cut in")
    chain = _Chain(ways, law)
    # Of a run with thousands of interruptions, s^N is too large for a float; it is refused all the same.
    with np.errstate(over="ignore", invalid="ignore"):
        chain.walk()
        return chain.sessions()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Session:
    """One session of the chain; arrays have an entry for each place on new ground that it can begin."""

    first: int
    """The first of these places."""
    begins: Floats
    """The probability that it begins each place, and behind them that it finishes the run, if it can."""
    struck: Floats
    cut: Floats
    """By a strike or by the limit."""
    finishes: float
    busy_ms: float


class _Chain:
    """The visits to the n places of a timeline; no run goes back from one to an earlier one."""

    def __init__(self, ways: WaysBack, law: Law) -> None:
        self._ways, self._law = ways, law
        self._places = np.flatnonzero(ways.timeline.op_ms)
        self._places_ms = ways.place_ms[:-1][self._places]
        shape = len(_GROWTHS), len(self._places)
        self._entered, self._visits = np.zeros(shape), np.zeros(shape)
        self._struck, self._over, self._finished = np.zeros(shape[1]), np.zeros(shape[0]), np.zeros(shape[0])
        self._busy_ms = 0.0

    def walk(self) -> None:
        """Visit each place in order."""
        ways = self._ways
        self._go(self._session(0, 0), np.ones(len(_GROWTHS)))
        for place in range(len(self._places)):
            op = self._places[place]
            if ways.fatal[op]:
                self._over += self._entered[:, place]
            elif self._entered[0, place]:
                onward_ms = ways.onward_ms[op]
                first = int(np.searchsorted(self._places_ms, onward_ms)) if ways.once[op] else place
                ahead_ms = ways.timeline.plan.resume.recovery_ms + ways.back_ms[op] - onward_ms
                self._visit(place, self._session(first, int(ahead_ms)))

    def _session(self, first: int, later_ms: int) -> _Session:
        """Return a session that begins each place so much later than a run that nothing interrupts."""
        rate, limit_ms = self._law.rate, self._law.limit_ms or 0
        end_ms = self._ways.timeline.ideal_ms + later_ms
        at_ms = np.append(self._places_ms[first:] + later_ms, end_ms)
        at_ms = at_ms[: np.searchsorted(at_ms, limit_ms, side="right")]
        begins = np.exp(-rate * at_ms)
        finishes = end_ms <= limit_ms
        spans_ms = np.diff(at_ms if finishes else np.append(at_ms, limit_ms))
        struck = begins[: len(spans_ms)] * -np.expm1(-rate * spans_ms)
        cut = struck.copy()
        if not finishes and len(cut):
            cut[-1] = begins[-1]
        return _Session(
            first=first,
            begins=begins,
            struck=struck,
            cut=cut,
            finishes=float(begins[-1]) if finishes else 0.0,
            busy_ms=-math.expm1(-rate * min(limit_ms, end_ms)) / rate,
        )

    def _visit(self, place: int, session: _Session) -> None:
        """Count the sessions that follow a cut in a place, until one of them goes on from there."""
        own = session.first == place
        if len(session.begins) <= own:
            raise NoClosedFormError("a session reaches its limit before it is on new ground: some runs never finish")
        remains = 1 - _GROWTHS * (1 - session.begins[int(own)])
        remains[0] = session.begins[int(own)]
        visits = np.full(len(_GROWTHS), np.nan)
        np.divide(self._entered[:, place], remains, out=visits, where=remains > 0)
        self._visits[:, place] = visits
        if own:
            session.cut[0] = 0.0
        self._go(session, visits)

    def _go(self, session: _Session, times: Floats) -> None:
        ahead = slice(session.first, session.first + len(session.cut))
        self._entered[:, ahead] += np.outer(_GROWTHS * times, session.cut)
        self._struck[ahead] += times[0] * session.struck
        self._finished += times * session.finishes
        self._busy_ms += float(times[0]) * session.busy_ms

    def sessions(self) -> Sessions:
        """Sum up what has been walked."""
        self._require_few()
        ways, law = self._ways, self._law
        recovery_ms = ways.timeline.plan.resume.recovery_ms
        cut, resumed, struck = (self._by_operation(one) for one in (self._entered[0], self._visits[0], self._struck))
        interruptions, strikes = float(resumed.sum() + self._over[0]), self._busy_ms * law.rate
        downtime_ms = strikes * law.downtime_ms + (interruptions - strikes) * law.limit_downtime_ms
        recovered_ms = float(resumed.sum()) * -math.expm1(-law.rate * recovery_ms) / law.rate
        finished = float(self._finished[0]) if self._over[0] else 1.0
        skipped_ms = float(np.where(ways.once, ways.timeline.op_ms - struck / law.rate, 0).sum())
        return Sessions(
            cut=cut,
            terms=(Term(resumed, self._lasts),),
            finished=finished,
            interruptions=interruptions,
            busy_ms=self._busy_ms,
            wall_ms=self._busy_ms + downtime_ms,
            recovery_ms=recovered_ms,
            lost_ms=self._busy_ms - recovered_ms - finished * ways.timeline.ideal_ms + skipped_ms,
            skipped_ms=skipped_ms,
        )

    def _lasts(self, way_ms: Ints) -> Floats:
        """Return the probability that a session gets so far behind its recovery."""
        at_ms = self._ways.timeline.plan.resume.recovery_ms + way_ms
        return np.where(at_ms <= (self._law.limit_ms or 0), np.exp(-self._law.rate * at_ms), 0.0)

    def _by_operation(self, values: Floats) -> Floats:
        spread = np.zeros(len(self._ways.timeline.op_ms))
        spread[self._places] = values
        return spread

    def _require_few(self) -> None:
        """Refuse if so many interruptions that a run is given up are likely enough to show: P ≤ E[s^N] / s^most."""
        tails = np.log(self._finished[1:] + self._over[1:]) - MAX_SESSIONS * np.log(_GROWTHS[1:])
        if not (tails < math.log(UNLIKELY)).any():
            raise given_up()
