"""What each checkpoint does to the expected wall time, all from one look at the timeline (MODEL.md section 7)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from planner.core.closedform.sessions import Law, cut_if_alive
from planner.core.closedform.wayback import NoClosedFormError, ways_back
from planner.core.timeline import Timeline
from planner.core.worthwhile.absence import Absence

_LARGEST = 600.0
"""e to this is near the largest floating-point number; what is larger is scaled down."""
_ROUNDING = 1e-9
"""So large a share of a time may be lost in sums of floating-point numbers."""


@dataclass(frozen=True, slots=True)
class Worth:
    """Expected wall times in ms with a checkpoint and without it, and whether it only costs."""

    with_ms: float
    without_ms: float
    costs: bool

    @classmethod
    def of_times(cls, with_ms: float, without_ms: float) -> Worth:
        """Compare two times that were computed apart, so that what differs by rounding alone is the same."""
        return cls(with_ms, without_ms, with_ms - without_ms > _ROUNDING * with_ms)


class Thrift:
    """The checkpoints of one timeline under Poisson strikes, each thought away in turn; NoClosedFormError if it cannot.

    To get past a micro-operation of length d that lies b behind where sessions start takes e^{λ(r + b)}·(e^{λd} − 1)
    strikes on average, or e^{λ(r + b)} times the probability of a cut in it, if a cut leaves it undone. Take a
    checkpoint away, and what follows it lies further behind, which `Absence` tells.
    """

    def __init__(self, timeline: Timeline) -> None:
        _require_poisson_alone(timeline)
        law, ways = Law.of(timeline.plan.interruptions), ways_back(timeline)
        self._absence = Absence(ways)
        distance = law.rate * (ways.back_ms + np.where(ways.once, 0, timeline.op_ms))
        self._scale = max(float(distance.max(initial=0.0)) - _LARGEST, 0.0)
        strikes = np.exp(distance - self._scale) * cut_if_alive(ways, law.rate)
        self._strikes_before = np.concatenate([[0.0], np.cumsum(strikes)])
        self._rate = law.rate
        self._strike_ms = (1 / law.rate + law.downtime_ms) * power(law.rate * timeline.plan.resume.recovery_ms)

    def worth(self, checkpoint: int) -> Worth:
        """Compare the plan with itself without a checkpoint (by its index); NoClosedFormError if that takes more."""
        more = self._more_strikes(checkpoint)
        scaled_ms = self._strike_ms * power(self._scale)
        with_ms = scaled_ms * float(self._strikes_before[-1])
        return Worth(with_ms, max(with_ms - scaled_ms * more, 0.0) if math.isfinite(more) else math.inf, more > 0)

    def _more_strikes(self, checkpoint: int) -> float:
        """Return how many more strikes there are with a checkpoint than without, scaled down."""
        more = 0.0
        for moved in self._absence.of(checkpoint):
            behind = self._strikes(moved.save + 1, moved.until)
            more += self._strikes(moved.save, moved.save + 1)
            more -= behind * _growth(self._rate * moved.further_ms) if behind else 0.0
        return more

    def _strikes(self, start: int, stop: int) -> float:
        return float(self._strikes_before[stop] - self._strikes_before[start])


def _require_poisson_alone(timeline: Timeline) -> None:
    given = timeline.plan.interruptions
    if given.exactly or given.session_limit_ms or not given.at_random:
        raise NoClosedFormError("more than Poisson strikes alone")


def power(exponent: float) -> float:
    """Return e to the exponent, or infinity."""
    return math.exp(exponent) if exponent < _LARGEST else math.inf


def _growth(exponent: float) -> float:
    return math.expm1(exponent) if exponent < _LARGEST else math.inf
