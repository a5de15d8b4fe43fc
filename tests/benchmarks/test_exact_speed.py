"""How long expected values take."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import pytest

from planner.core.exact import exact
from planner.core.sketch import sketch
from planner.core.summary import summarise
from planner.core.timeline import compile_plan

HUNDRED_STEPS = "\n".join(
    f"read {at} < 1min\nsend {at} ! 2min [record]\npost {at} ! 30s\nwrite {at} ~ 5min\n| 1s" for at in range(25)
)


def fastest_seconds(work: Callable[[], object], *, times: int) -> float:
    """Return how long some work takes when nothing else gets in its way."""
    taken = []
    for _ in range(times):
        began = perf_counter()
        work()
        taken.append(perf_counter() - began)
    return min(taken)


@pytest.mark.benchmark
def test_a_hundred_steps_take_less_than_a_millisecond() -> None:
    plan = sketch(f"{HUNDRED_STEPS}\nrecovery: 10s\ninterrupted: restart 1h")
    timeline = compile_plan(plan)
    alone = fastest_seconds(lambda: exact(timeline), times=50)
    simulated = fastest_seconds(lambda: summarise(plan, runs=2_000, seed=1), times=5)
    assert alone < min(0.001, simulated / 3)


@pytest.mark.benchmark
def test_with_a_session_limit_they_take_less_than_twenty_milliseconds() -> None:
    timeline = compile_plan(sketch(f"{HUNDRED_STEPS}\nrecovery: 10s\ninterrupted: restart 1h, limit 30min"))
    assert fastest_seconds(lambda: exact(timeline), times=10) < 0.02
