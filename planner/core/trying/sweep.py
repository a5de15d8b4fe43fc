"""How one plan fares under a grid of assumptions: how often restarts come, and after how long a session ends."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from planner.core.exact import exact
from planner.core.plan import Interruptions, Plan
from planner.core.reasoning.standstill import standstill
from planner.core.summary import summarise
from planner.core.timeline import Op, Timeline, compile_plan

QUANTITIES = ("interruptions", "lost", "wall", "duplicates", "missed")
_UNITS_MS = (1, 10, 100, 1_000, 5_000, 30_000, 60_000, 300_000, 600_000, 3_600_000, 86_400_000)
_FEWEST = 5
"""A time between the ends of a range is rounded to a unit that it has at least so many of."""

_OUT_OF_REACH = 37


@dataclass(frozen=True, slots=True, kw_only=True)
class Fare:
    """What runs of a plan come to under one pair of assumptions: means a run; times are seconds.

    `error` has the standard error of each mean that was measured; the others are exact. `runs`: how many were
    simulated, 0 where everything is exact. `never`: no run ends, which is known without one; nothing was measured.
    """

    runs: int
    finished: float
    ideal: float
    mean: dict[str, float]
    error: dict[str, float]
    never: bool = False


def spread(from_ms: int, to_ms: int, count: int) -> tuple[int, ...]:
    """Return `count` times (at least 2) from one to the other, each longer by about the same factor.

    Those between the ends are rounded as people say them; where that makes two the same, or takes one to an end or
    beyond, there are fewer.
    """
    factor = (to_ms / from_ms) ** (1 / (count - 1))
    between = [_rounded(from_ms * factor**at) for at in range(1, count - 1)]
    return tuple(dict.fromkeys([from_ms, *(one for one in between if from_ms < one < to_ms), to_ms]))


def _rounded(milliseconds: float) -> int:
    unit_ms = max(unit for unit in _UNITS_MS if unit * _FEWEST <= max(milliseconds, _FEWEST))
    return max(round(milliseconds / unit_ms) * unit_ms, 1)


def under(plan: Plan, *, restart_ms: int | None, limit_ms: int | None) -> Plan:
    """Return the plan with these sources of interruption and no other; downtimes stay as the plan has them."""
    given = plan.interruptions
    assumed = Interruptions(
        restart_every_ms=restart_ms,
        restart_downtime_ms=given.restart_downtime_ms or given.downtime_ms,
        session_limit_ms=limit_ms,
        limit_downtime_ms=given.limit_downtime_ms,
    )
    return replace(plan, interruptions=assumed)


def fare(plan: Plan, *, runs: int, seed: int) -> Fare:
    """Return what a plan comes to: exact where there is a closed form, else from `runs` runs under a seed."""
    timeline = compile_plan(plan)
    ideal = timeline.ideal_ms / 1_000
    if never_ends(timeline):
        return Fare(runs=0, finished=0.0, ideal=ideal, mean={}, error={}, never=True)
    known = exact(timeline)
    if known.finished == 1 and all(name in known.mean for name in QUANTITIES):
        return Fare(runs=0, finished=1.0, ideal=ideal, mean={name: known.mean[name] for name in QUANTITIES}, error={})
    summary = summarise(plan, runs=runs, seed=seed)
    return Fare(
        runs=runs,
        finished=summary.finished,
        ideal=ideal,
        mean={name: known.mean.get(name, summary.mean[name]) for name in QUANTITIES},
        error={name: summary.standard_error[name] for name in QUANTITIES if name not in known.mean},
    )


def never_ends(timeline: Timeline) -> bool:
    """Whether no run ends, by the structure of the plan; true only where that needs no run to be seen."""
    return _stands_still(timeline) or _is_beyond_reach(timeline)


def _stands_still(timeline: Timeline) -> bool:
    """Whether the session limit stops every run for good, whatever else strikes.

    A session that is cut earlier brings about no more than one that lasts to the limit, and what is known of a run
    makes no later session longer: a run that stands still under the limit alone stands still under every other
    schedule too. That does not hold where somebody is asked before an action, for who is asked depends on the cuts.
    """
    return not any(one.asks for one in timeline.protections) and standstill(timeline) is not None


def _is_beyond_reach(timeline: Timeline) -> bool:
    """Whether some work takes so much longer than a restart stays away that no run is seen to get through it.

    Some session has to get through each micro-operation whole, unless an intent record lets the run pass it by; one
    of length t does with probability e^{−λt} at most. That is below e^{−37} here, so that of 10,000 runs of 1,000
    sessions one gets through with a probability below 10^{−9}.
    """
    can_be_passed_by = np.array([one.intents for one in timeline.protections], np.bool_)[timeline.unit_step]
    works = np.isin(timeline.ops, (Op.PRE, Op.POST)) & ~can_be_passed_by[timeline.op_unit]
    return bool(timeline.plan.interruptions.strikes_per_ms * timeline.op_ms[works].max(initial=0) > _OUT_OF_REACH)
