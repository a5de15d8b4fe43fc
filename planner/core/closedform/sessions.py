"""How many sessions of a run begin where, on average, and what they take, with Poisson strikes (MODEL.md section 7)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from planner.core.closedform.wayback import NoClosedFormError, WaysBack, summed
from planner.core.plan import MAX_SESSIONS, Interruptions
from planner.core.timeline import Ints, Op

Floats = NDArray[np.float64]

UNLIKELY = 1e-9
"""What is less likely than this does not show in a mean."""
_TOO_FAR = 20.0
"""A session that needs so many mean times between strikes finishes once in e²⁰ times."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """The Poisson sources of a plan taken together, and the limit of a session; times are ms, the rate is per ms."""

    rate: float
    downtime_ms: float
    """The mean downtime of a strike: sources weigh in by their rates."""
    limit_ms: int | None
    limit_downtime_ms: int

    @classmethod
    def of(cls, given: Interruptions) -> Law:
        """Add up the sources of a plan that has one."""
        rate = given.strikes_per_ms
        return cls(
            rate=rate,
            downtime_ms=sum(1 / every_ms * downtime_ms for every_ms, downtime_ms in given.at_random) / rate,
            limit_ms=given.session_limit_ms,
            limit_downtime_ms=given.limit_downtime_ms,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """Sessions that follow a cut in each of m micro-operations until the run is past it, and how they thin out."""

    weights: Floats
    factor: Callable[[Ints], Floats]
    """What is left of the weights so many ms behind the recovery."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sessions:
    """Expected values of one run of m micro-operations; times are ms."""

    cut: Floats
    """Shape (m,): the probability that the run is ever cut in a micro-operation on new ground."""
    terms: tuple[Term, ...]
    """They add up to the sessions that get so far; the weights of the first are all sessions that resume."""
    finished: float
    interruptions: float
    busy_ms: float
    wall_ms: float
    recovery_ms: float
    lost_ms: float
    skipped_ms: float


def poisson_sessions(ways: WaysBack, law: Law) -> Sessions:
    """Return what Poisson strikes do to a run; NoClosedFormError if some runs are given up.

    New ground of length d is passed at once with probability e^{−λd}. Else sessions follow until one gets from its
    start to the end of it, r + b + d away (r the recovery, b the way back), which each does with probability
    e^{−λ(r + b + d)}: on average e^{λ(r + b)}·(e^{λd} − 1) of them. Ground that is walked at most once is not before
    them: e^{λ(r + b)}·(1 − e^{−λd}). Strikes are Poisson in busy time, so that E[interruptions] = λ·E[busy].
    """
    rate, recovery_ms = law.rate, ways.timeline.plan.resume.recovery_ms
    alive = np.exp(-rate * summed(np.where(ways.fatal, ways.timeline.op_ms, 0)))
    cut = alive[:-1] * cut_if_alive(ways, rate)
    distance = _distance(ways, rate)
    if distance.max(initial=0.0) > _TOO_FAR:
        raise given_up()
    resumed = np.where(ways.fatal, 0.0, cut * np.exp(distance))
    _require_few(float(resumed.sum()), distance)
    return Sessions(
        cut=cut,
        terms=(Term(resumed, lambda way_ms: np.exp(-rate * (recovery_ms + way_ms))),),
        finished=float(alive[-1]),
        **_totals(ways, law, float(resumed.sum()), float(cut[ways.fatal].sum()), float(alive[-1])),
    )


def _totals(ways: WaysBack, law: Law, resumed: float, ended: float, finished: float) -> dict[str, float]:
    """Return what a run comes to with so many sessions that resume and so many cuts that end it."""
    rate, interruptions = law.rate, resumed + ended
    busy_ms = interruptions / rate
    recovery_ms = resumed * -math.expm1(-rate * ways.timeline.plan.resume.recovery_ms) / rate
    skipped_ms = finished * _skipped_ms(ways, rate)
    worked_ms = busy_ms - recovery_ms - finished * ways.timeline.ideal_ms
    return {
        "interruptions": interruptions,
        "busy_ms": busy_ms,
        "wall_ms": busy_ms + interruptions * law.downtime_ms,
        "recovery_ms": recovery_ms,
        "lost_ms": worked_ms + skipped_ms if ended else _lost_ms(ways, rate),
        "skipped_ms": skipped_ms,
    }


def _distance(ways: WaysBack, rate: float) -> Floats:
    """Return how far a session has to get to be past each micro-operation, in mean times between strikes."""
    onward_ms = np.where(ways.once, 0, ways.timeline.op_ms)
    away_ms = ways.timeline.plan.resume.recovery_ms + ways.back_ms + onward_ms
    return np.where(ways.fatal, 0.0, rate * away_ms)


def cut_if_alive(ways: WaysBack, rate: float) -> Floats:
    """Return the probability of a cut in each micro-operation; one that is walked at most once may not be reached."""
    begun_ms = np.where(ways.once & ~ways.fatal, ways.place_ms[:-1] - ways.unit_ms, 0.0)
    cut: Floats = np.exp(-rate * begun_ms) * -np.expm1(-rate * ways.timeline.op_ms)
    return cut


def _skipped_ms(ways: WaysBack, rate: float) -> float:
    """Return what is left undone of units that are walked at most once: of length d, d − (1 − e^{−λd})/λ."""
    begins = ways.once & ~ways.fatal & (ways.timeline.ops == Op.PRE)
    unit: Floats = rate * np.where(begins, ways.onward_ms - ways.unit_ms, 0.0)
    return float(_beyond_linear(-unit).sum()) / rate


def _lost_ms(ways: WaysBack, rate: float) -> float:
    """Return busy time less recovery and ideal time, and what is skipped, without subtracting what is nearly equal."""
    back: Floats = np.expm1(rate * ways.back_ms)
    length: Floats = rate * ways.timeline.op_ms.astype(np.float64)
    again = back * np.where(ways.once, cut_if_alive(ways, rate), np.expm1(length))
    return float((again + np.where(ways.once, 0.0, _beyond_linear(length))).sum()) / rate


def _beyond_linear(x: Floats) -> Floats:
    """Return e^x − 1 − x to full precision."""
    small = np.clip(x, -0.02, 0.02)
    series = np.ones_like(x)
    for order in range(7, 2, -1):
        series = 1 + series * small / order
    return np.where(np.abs(x) > 0.02, np.expm1(x) - x, series * small * small / 2)


def require_one_fate(ways: WaysBack) -> None:
    """Refuse plans in which what a run leaves undone tells something of whether it finishes."""
    if ways.fatal.any() and ways.once.any():
        raise NoClosedFormError("a cut ends the run here and leaves work undone there")


def given_up() -> NoClosedFormError:
    """Return what there is to say where some runs are cut so often that they are given up."""
    return NoClosedFormError(f"some runs are cut {MAX_SESSIONS:,} times and given up")


def _require_few(interruptions: float, distance: Floats) -> None:
    """Refuse if so many cuts that a run is given up are likely enough to show.

    The cuts N are a sum of geometric numbers, so that E[(1 + u)^N] ≤ exp(E[N]·u / (1 − odds·u)), with the odds against
    the most difficult place; Markov's inequality does the rest.
    """
    odds = math.expm1(distance.max(initial=0.0))
    for share in (0.8, 0.5, 0.25):
        growth = share / max(odds, 1.0)
        if interruptions * growth / (1 - odds * growth) - MAX_SESSIONS * math.log1p(growth) < math.log(UNLIKELY):
            return
    raise given_up()
