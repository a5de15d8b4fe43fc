"""What a checkpoint does to the expected wall time of a run: closed where there is a closed form, else simulated."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

import numpy as np

from planner.core.exact import exact
from planner.core.plan import Answers, Plan
from planner.core.simulate import Simulator
from planner.core.thrift import Thrift, Worth
from planner.core.timeline import Ints, Timeline
from planner.core.wayback import NoClosedFormError

RUNS = 20_000
SEED = 1
_ERRORS = 3
_FIRST_LOOK = 2_000
_CLEAR_ERRORS = 10
_ROUNDING = 1e-9
"""So large a share of a time may be lost in sums of floating-point numbers."""


def worth(timeline: Timeline, checkpoint: int) -> Worth:
    """Compare a plan with the same plan without one of its checkpoints (by its index).

    Simulated are 20,000 runs under seed 1; both plans meet the same interruptions, so that the standard error is that
    of the difference.
    """
    thrift = _thrift_of(timeline)
    if thrift is not None:
        try:
            return thrift.worth(checkpoint)
        except NoClosedFormError:
            pass
    return _compared(_silent(timeline.plan), checkpoint)


@lru_cache(maxsize=8)
def _thrift_of(timeline: Timeline) -> Thrift | None:
    try:
        return Thrift(timeline)
    except NoClosedFormError:
        return None


@lru_cache(maxsize=256)
def _compared(given: Plan, checkpoint: int) -> Worth:
    reduced = without(given, checkpoint)
    with_s, without_s = _exact_seconds(given), _exact_seconds(reduced)
    if with_s is None or without_s is None:
        return _simulated(given, reduced)
    return Worth(with_s * 1_000, without_s * 1_000, with_s - without_s > _ROUNDING * with_s)


def _simulated(given: Plan, reduced: Plan) -> Worth:
    """Compare by simulation; a tenth of the runs is enough where they leave no doubt that the checkpoint pays."""
    for runs, errors in ((_FIRST_LOOK, _CLEAR_ERRORS), (RUNS, -_ERRORS)):
        with_ms, without_ms = _wall_ms(given, runs), _wall_ms(reduced, runs)
        saved_ms = without_ms - with_ms
        error_ms = float(saved_ms.std(ddof=1)) / math.sqrt(runs)
        pays = float(saved_ms.mean()) >= errors * error_ms
        if pays:
            break
    return Worth(float(with_ms.mean()), float(without_ms.mean()), not pays)


def without(plan: Plan, checkpoint: int) -> Plan:
    """Return the plan without one of its checkpoints (by its index)."""
    return replace(plan, checkpoints=plan.checkpoints[:checkpoint] + plan.checkpoints[checkpoint + 1 :])


@lru_cache(maxsize=64)
def _exact_seconds(plan: Plan) -> float | None:
    return exact(plan).mean.get("wall")


@lru_cache(maxsize=32)
def _wall_ms(plan: Plan, runs: int) -> Ints:
    simulator = Simulator(plan, seed=SEED)
    return np.concatenate([simulator.simulate(part).by_run["wall"] for part in simulator.chunks(range(runs))])


def _silent(plan: Plan) -> Plan:
    """Return the plan without the texts that people change most, so that it is not computed again for them."""
    return replace(
        plan,
        title="-",
        goal="",
        steps=tuple(replace(step, name="", notes="", replay_risk=None) for step in plan.steps),
        checkpoints=tuple(replace(checkpoint, answers=Answers()) for checkpoint in plan.checkpoints),
    )
