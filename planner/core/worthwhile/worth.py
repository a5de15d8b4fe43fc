"""What a checkpoint does to the expected wall time of a run: closed where there is a closed form, else simulated."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

import numpy as np

from planner.core.closedform.wayback import NoClosedFormError
from planner.core.exact import exact
from planner.core.judgement import without_judgements
from planner.core.plan import Plan
from planner.core.reasoning.standstill import Standstill, standstill
from planner.core.simulate import Simulator
from planner.core.timeline import Ints, Timeline, compile_plan
from planner.core.worthwhile.counted import CountedThrift, of_uncut_runs
from planner.core.worthwhile.limited import LimitedThrift
from planner.core.worthwhile.thrift import Thrift, Worth

RUNS = 20_000
SEED = 1
_ERRORS = 3
_FIRST_LOOK = 2_000
_CLEAR_ERRORS = 10


def worth(timeline: Timeline, checkpoint: int) -> Worth:
    """Compare a plan with the same plan without one of its checkpoints (by its index).

    A run that its session limit lets get nowhere takes for ever. Where there is no closed form, 20,000 runs are
    simulated under seed 1; both plans meet the same interruptions, so the standard error is that of the difference.
    """
    given = timeline.plan.interruptions
    if not (given.at_random or given.session_limit_ms or given.exactly):
        return of_uncut_runs(timeline, checkpoint)
    thrift = _thrift_of(timeline)
    if thrift is not None:
        try:
            return thrift.worth(checkpoint)
        except NoClosedFormError:
            pass
    if _lies_behind_a_standstill(timeline, checkpoint):
        return Worth(math.inf, math.inf, costs=False)
    return _compared(_silent(timeline), checkpoint)


def _lies_behind_a_standstill(timeline: Timeline, checkpoint: int) -> bool:
    """Whether no run gets to the checkpoint, so that none gets further without it."""
    still = _standstill_of(timeline)
    return still is not None and all(save.unit > still.unit for save in timeline.saves if save.checkpoint == checkpoint)


@lru_cache(maxsize=8)
def _standstill_of(timeline: Timeline) -> Standstill | None:
    return standstill(timeline)


@lru_cache(maxsize=8)
def _thrift_of(timeline: Timeline) -> Thrift | LimitedThrift | CountedThrift | None:
    given = timeline.plan.interruptions
    try:
        if given.exactly:
            return CountedThrift(timeline)
        return LimitedThrift(timeline) if given.session_limit_ms else Thrift(timeline)
    except NoClosedFormError:
        return None


@lru_cache(maxsize=256)
def _compared(given: Plan, checkpoint: int) -> Worth:
    reduced = without(given, checkpoint)
    ends_with, ends_without = _gets_on(given), _gets_on(reduced)
    if ends_with and ends_without:
        return _of_runs_that_end(given, reduced)
    with_ms = _mean_ms(given) if ends_with else math.inf
    return Worth(with_ms, _mean_ms(reduced) if ends_without else math.inf, costs=ends_without)


def _of_runs_that_end(given: Plan, reduced: Plan) -> Worth:
    with_ms, without_ms = _exact_ms(given), _exact_ms(reduced)
    if with_ms is None or without_ms is None:
        return _simulated(given, reduced)
    return Worth.of_times(with_ms, without_ms)


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


def _mean_ms(plan: Plan) -> float:
    exact_ms = _exact_ms(plan)
    return float(_wall_ms(plan, _FIRST_LOOK).mean()) if exact_ms is None else exact_ms


def without(plan: Plan, checkpoint: int) -> Plan:
    """Return the plan without one of its checkpoints (by its index)."""
    return replace(plan, checkpoints=plan.checkpoints[:checkpoint] + plan.checkpoints[checkpoint + 1 :])


@lru_cache(maxsize=64)
def _gets_on(plan: Plan) -> bool:
    return plan.interruptions.session_limit_ms is None or standstill(compile_plan(plan)) is None


@lru_cache(maxsize=64)
def _exact_ms(plan: Plan) -> float | None:
    seconds = exact(plan).mean.get("wall")
    return None if seconds is None else seconds * 1_000


@lru_cache(maxsize=32)
def _wall_ms(plan: Plan, runs: int) -> Ints:
    simulator = Simulator(plan, seed=SEED)
    return np.concatenate([simulator.simulate(part).by_run["wall"] for part in simulator.chunks(range(runs))])


@lru_cache(maxsize=8)
def _silent(timeline: Timeline) -> Plan:
    """Return the plan without the texts that people change most, so that it is not computed again for them."""
    plan = without_judgements(timeline.plan)
    return replace(plan, title="-", goal="", steps=tuple(replace(step, name="", notes="") for step in plan.steps))
