"""How long expected values take, beside simulated runs of the same plan.

Run with: python3 manage.py test tests/benchmarks -m benchmark -s
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from planner.core.exact import exact
from planner.core.machine import Machine
from planner.core.run import Drawn, Run
from planner.core.strikes import Strikes
from planner.core.summary import summarise
from planner.core.timeline import compile_plan
from tests.benchmarks.clock import best_in_turns
from tests.benchmarks.workflows import chain

pytestmark = pytest.mark.benchmark

NOISE = 2.5
"""How much worse than the goal a noisy machine may make it before the assertion fails."""


@pytest.mark.parametrize("guards", [False, True])
def test_a_hundred_steps_take_less_than_a_millisecond(guards: bool) -> None:
    plan = chain(100, guards=guards, interruptions=5)
    timeline = compile_plan(plan)
    machine, strikes = Machine(timeline), Strikes(plan.interruptions, 1)
    alone, many, one = best_in_turns(
        lambda: exact(timeline),
        lambda: summarise(plan, runs=2_000, seed=1),
        lambda: Run(machine, Drawn(strikes, 0)).result(),
    )
    one_by_one = 2_000 * one / alone
    print(
        f"\n{alone * 1e6:.0f} µs (goal 1,000); 2,000 runs one by one {one_by_one:,.0f} times that (goal 500), "
        f"at once {many / alone:.0f} times"
    )
    assert exact(timeline).mean
    assert alone <= 0.001 * NOISE
    assert one_by_one >= 500 / NOISE


def test_with_a_session_limit_they_take_less_than_twenty_milliseconds() -> None:
    plan = chain(100, guards=True, interruptions=5)
    limit_ms = 3 * (plan.interruptions.restart_every_ms or 0)
    timeline = compile_plan(replace(plan, interruptions=replace(plan.interruptions, session_limit_ms=limit_ms)))
    (taken,) = best_in_turns(lambda: exact(timeline))
    print(f"\nwith a session limit {taken * 1e3:.1f} ms (goal 20)")
    assert exact(timeline).mean
    assert taken <= 0.02 * NOISE
