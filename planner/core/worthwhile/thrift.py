"""What each checkpoint does to the expected wall time, all from one look at the timeline (MODEL.md section 7)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from planner.core.closedform.sessions import Law, cut_if_alive
from planner.core.closedform.wayback import NoClosedFormError, ways_back
from planner.core.timeline import Save, Timeline
from planner.core.vocabulary import Loads

_LARGEST = 600.0
"""e to this is near the largest floating-point number; what is larger is scaled down."""


@dataclass(frozen=True, slots=True)
class Worth:
    """Expected wall times in ms with a checkpoint and without it, and whether it only costs."""

    with_ms: float
    without_ms: float
    costs: bool


class Thrift:
    """The checkpoints of one timeline under Poisson strikes, each thought away in turn; NoClosedFormError if it cannot.

    To get past a micro-operation of length d that lies b behind where sessions start takes e^{λ(r + b)}·(e^{λd} − 1)
    strikes on average, or e^{λ(r + b)} times the probability of a cut in it, if a cut leaves it undone. Take a
    checkpoint away, and what follows it lies further behind: by the way to its save if sessions started there; by less,
    the length of the save, if they never did.
    """

    def __init__(self, timeline: Timeline) -> None:
        _require_poisson_alone(timeline)
        law, ways = Law.of(timeline.plan.interruptions), ways_back(timeline)
        if ways.fatal.any() or ways.starts_inside:
            raise NoClosedFormError("a checkpoint inside a step, or one at which a cut ends the run")
        distance = law.rate * (ways.back_ms + np.where(ways.once, 0, timeline.op_ms))
        self._scale = max(float(distance.max(initial=0.0)) - _LARGEST, 0.0)
        strikes = np.exp(distance - self._scale) * cut_if_alive(ways, law.rate)
        self._strikes_before = np.concatenate([[0.0], np.cumsum(strikes)])
        self._rate = law.rate
        self._strike_ms = (1 / law.rate + law.downtime_ms) * _power(law.rate * timeline.plan.resume.recovery_ms)
        self._timeline, self._back_ms = timeline, ways.back_ms
        starts = _starts(timeline)
        self._first = starts[0].checkpoint if starts and timeline.plan.resume.loads is Loads.FIRST else -1
        self._is_start = {save.op for save in starts}
        self._stays = _stays(timeline, self._is_start)
        self._own: list[list[Save]] = [[] for _ in timeline.plan.checkpoints]
        for save in timeline.saves:
            self._own[save.checkpoint].append(save)

    def worth(self, checkpoint: int) -> Worth:
        """Compare the plan with itself without a checkpoint (by its index); NoClosedFormError if that takes more."""
        if checkpoint == self._first or any(save.inside for save in self._own[checkpoint]):
            raise NoClosedFormError("without it, runs come back to another one, or walk a half-done unit differently")
        more = self._more_strikes(checkpoint)
        scaled_ms = self._strike_ms * _power(self._scale)
        with_ms = scaled_ms * float(self._strikes_before[-1])
        return Worth(with_ms, max(with_ms - scaled_ms * more, 0.0) if math.isfinite(more) else math.inf, more > 0)

    def _more_strikes(self, checkpoint: int) -> float:
        """Return how many more strikes there are with a checkpoint than without, scaled down."""
        own, more, further_ms = self._own[checkpoint], 0.0, 0
        for at, save in enumerate(own):
            stays = self._stays[save.op]
            ends = min(own[at + 1].op, stays) if at + 1 < len(own) else stays
            way_ms, save_ms = int(self._back_ms[save.op]), int(self._timeline.op_ms[save.op])
            further_ms += way_ms if save.op in self._is_start else -save_ms
            behind = self._strikes(save.op + 1, ends)
            more += self._strikes(save.op, save.op + 1)
            more -= behind * _growth(self._rate * further_ms) if behind else 0.0
            further_ms = further_ms if ends < stays else 0
        return more

    def _strikes(self, start: int, stop: int) -> float:
        return float(self._strikes_before[stop] - self._strikes_before[start])


def _require_poisson_alone(timeline: Timeline) -> None:
    given = timeline.plan.interruptions
    if given.exactly or given.session_limit_ms or not (given.restart_every_ms or given.close_every_ms):
        raise NoClosedFormError("more than Poisson strikes alone")


def _starts(timeline: Timeline) -> list[Save]:
    """Return the saves that sessions start from."""
    loads = timeline.plan.resume.loads
    if loads is Loads.RESTART or not timeline.plan.identity.survives:
        return []
    usable = [save for save in timeline.saves if save.usable]
    return usable[:1] if loads is Loads.FIRST else usable


def _stays(timeline: Timeline, starts: set[int]) -> dict[int, int]:
    """Return, for each save, the micro-operation behind the next start that is a save of another checkpoint."""
    end = len(timeline.ops)
    nearest, other = (-1, end), end
    stays: dict[int, int] = {}
    for save in reversed(timeline.saves):
        stays[save.op] = other if nearest[0] == save.checkpoint else nearest[1]
        if save.op in starts:
            other = other if nearest[0] == save.checkpoint else nearest[1]
            nearest = (save.checkpoint, save.op + 1)
    return stays


def _power(exponent: float) -> float:
    return math.exp(exponent) if exponent < _LARGEST else math.inf


def _growth(exponent: float) -> float:
    return math.expm1(exponent) if exponent < _LARGEST else math.inf
