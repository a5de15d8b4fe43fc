"""The machine, one run at a time, and the simulator, all runs at once, say the same of every run of every plan."""

from __future__ import annotations

import random

import pytest

from planner.core.machine import Machine
from planner.core.manyruns.census import COUNTS
from planner.core.plan import Plan
from planner.core.run import Drawn, Result, Run
from planner.core.simulate import Simulator
from planner.core.strikes import Strikes
from planner.core.summary import QUANTITIES
from planner.core.timeline import compile_plan
from tests.core.random_plans import random_plan

Said = dict[str, list[int] | dict[str, list[int]]]

PLANS_HERE = 600
PLANS_IN_A_CAMPAIGN = 20_000
RUNS = 15
SIZES = ((5, 6), (5, 6), (3, 1), (2, 12), (9, 4))
"""The most steps and the most items of a step, in turn."""


def plan_of(number: int) -> Plan:
    """Return the random plan of this number."""
    steps, items = SIZES[number % len(SIZES)]
    return random_plan(random.Random(number), max_steps=steps, max_items=items)


def said_by_the_machine(plan: Plan, seed: int, runs: range) -> Said:
    machine, strikes = Machine(compile_plan(plan)), Strikes(plan.interruptions, seed)
    results = [Run(machine, Drawn(strikes, run)).result() for run in runs]
    tallies = [result.tally for result in results]
    counts = {name: [getattr(tally, name) for tally in tallies] for name in COUNTS}
    return {
        "finished": [result.finished for result in results],
        **{name: [_quantity(result, name) for result in results] for name in QUANTITIES},
        "by step": {name: _over_runs(per_run, plan) for name, per_run in counts.items()},
        "runs with duplicates": _over_runs([[int(n > 0) for n in one] for one in counts["duplicates"]], plan),
    }


def _quantity(result: Result, name: str) -> int:
    if name in COUNTS:
        return sum(getattr(result.tally, name))
    if name == "inconsistent":
        return result.tally.inconsistent
    value: int = getattr(result, name if name == "interruptions" else f"{name}_ms")
    return value


def _over_runs(counts: list[list[int]], plan: Plan) -> list[int]:
    return [sum(run[at] for run in counts) for at in range(len(plan.steps))]


def said_by_the_simulator(plan: Plan, seed: int, runs: range) -> Said:
    chunk = Simulator(plan, seed=seed).simulate(runs)
    return {
        "finished": chunk.finished.tolist(),
        **{name: chunk.by_run[name].tolist() for name in QUANTITIES},
        "by step": {name: chunk.by_step[name].tolist() for name in COUNTS},
        "runs with duplicates": chunk.runs_with_duplicates.tolist(),
    }


def disagreements(numbers: range) -> list[int]:
    """Return the numbers of the random plans on which the twins differ in some run."""
    return [number for number in numbers if _differ(plan_of(number), number)]


def _differ(plan: Plan, seed: int) -> bool:
    one = range(1)
    first = said_by_the_machine(plan, seed, one)
    if first["finished"] == [False]:
        # A run that never finishes takes as long as a thousand others, and has a thousand sessions to differ in.
        return first != said_by_the_simulator(plan, seed, one)
    runs = range(RUNS)
    return said_by_the_machine(plan, seed, runs) != said_by_the_simulator(plan, seed, runs)


def test_the_twins_agree_run_for_run_to_the_millisecond() -> None:
    assert disagreements(range(PLANS_HERE)) == []


@pytest.mark.campaign
def test_the_twins_agree_on_twenty_thousand_plans() -> None:
    assert disagreements(range(PLANS_HERE, PLANS_HERE + PLANS_IN_A_CAMPAIGN)) == []
