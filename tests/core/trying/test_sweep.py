"""A plan under a grid of assumptions: exact where it can be, measured elsewhere, and told where no run can end."""

from __future__ import annotations

import random

import pytest

from planner.core.exact import exact
from planner.core.plan import Interruptions, Plan
from planner.core.simulate import Simulator
from planner.core.sketch import sketch
from planner.core.summary import summarise
from planner.core.timeline import compile_plan
from planner.core.trying.sweep import QUANTITIES, Fare, fare, never_ends, spread, under
from tests.core.random_plans import random_plan

MINUTE, HOUR = 60_000, 3_600_000
DRAWING = "Read 5min\n|\nPay ! 20min\nReport 5min"


def test_a_range_is_spread_by_a_factor_and_rounded_as_people_say_times() -> None:
    assert [ms / MINUTE for ms in spread(5 * MINUTE, 5 * HOUR, 5)] == [5, 14, 40, 110, 300]
    assert [ms / MINUTE for ms in spread(MINUTE, HOUR, 5)] == [1, 3, 8, 22, 60]


@pytest.mark.parametrize(
    ("from_ms", "to_ms"), [(1, 3), (5, 5), (1, 10**12), (7_123, 7_123), (7_123, 7_200), (7_500, 7_600)]
)
def test_a_range_keeps_its_ends_and_says_nothing_twice(from_ms: int, to_ms: int) -> None:
    times = spread(from_ms, to_ms, 20)
    assert (times[0], times[-1], len(set(times))) == (from_ms, to_ms, len(times))
    assert list(times) == sorted(times)


def test_the_other_sources_go_and_downtimes_stay() -> None:
    plan = sketch(f"{DRAWING}\ninterrupted: restart 1h (down 1min), close 4h (down 12h), limit 20min")
    assert under(plan, restart_ms=5, limit_ms=None).interruptions == Interruptions(
        restart_every_ms=5, restart_downtime_ms=MINUTE
    )
    assert under(plan, restart_ms=None, limit_ms=7).interruptions == Interruptions(
        session_limit_ms=7, restart_downtime_ms=MINUTE
    )


def test_where_there_is_a_closed_form_nothing_is_simulated() -> None:
    plan = under(sketch(DRAWING), restart_ms=HOUR, limit_ms=None)
    known = exact(plan).mean
    means = {name: known[name] for name in QUANTITIES}
    assert fare(plan, runs=200, seed=1) == Fare(runs=0, finished=1.0, ideal=1_801.0, mean=means, error={})


def test_what_has_no_closed_form_is_measured_and_the_rest_exact() -> None:
    plan = under(sketch("Read 5min\nPay ! 20min [key, kept 1min]\nReport 5min"), restart_ms=HOUR, limit_ms=None)
    known, measured = exact(plan).mean, summarise(plan, runs=200, seed=1)
    assert "duplicates" not in known
    found = fare(plan, runs=200, seed=1)
    assert found.error == {"duplicates": measured.standard_error["duplicates"]}
    assert (found.runs, found.finished) == (200, 1.0)
    assert found.mean == {name: known.get(name, measured.mean[name]) for name in QUANTITIES}


def test_a_limit_too_short_for_a_stretch_is_told_without_a_run() -> None:
    plan = under(sketch(DRAWING), restart_ms=HOUR, limit_ms=10 * MINUTE)
    assert fare(plan, runs=200, seed=1) == Fare(runs=0, finished=0.0, ideal=1_801.0, mean={}, error={}, never=True)


def test_where_somebody_is_asked_it_is_tried() -> None:
    plan = under(sketch("Pay ! 20min [ask on resume, record]\nReport 5min"), restart_ms=HOUR, limit_ms=10 * MINUTE)
    assert not never_ends(compile_plan(plan))
    assert fare(plan, runs=20, seed=1).finished == 0


@pytest.mark.parametrize(
    ("drawing", "is_known"),
    [
        ("Wait 48h ?\nReport 5min", True),
        ("Wait 24h ?\nReport 5min", False),
        ("Wait 48h ?\nReport 5min\ninterrupted: restart 3h", False),
        ("Pay 96h ! [record]\nReport 5min", True),
        ("Pay 96h ! [intent]\nReport 5min", False),
    ],
)
def test_work_that_no_session_will_get_through_is_told_without_a_run(drawing: str, is_known: bool) -> None:
    plan = sketch(drawing if "interrupted" in drawing else f"{drawing}\ninterrupted: restart 1h")
    assert never_ends(compile_plan(plan)) is is_known


def limited(seed: int) -> Plan | None:
    """A random plan with a limit shorter than itself, whose runs cannot end; None if these can."""
    rng = random.Random(seed)
    plan = random_plan(rng, max_steps=6)
    ideal_ms = compile_plan(plan).ideal_ms
    restart_ms, limit_ms = (max(round(ideal_ms * rng.uniform(*share)), 1) for share in ((0.1, 3), (0.02, 0.9)))
    tried = under(plan, restart_ms=restart_ms, limit_ms=limit_ms)
    return tried if plan.steps and never_ends(compile_plan(tried)) else None


def test_no_run_ends_where_it_is_said_that_none_can() -> None:
    plans = [plan for plan in map(limited, range(150)) if plan]
    assert len(plans) > 50
    ended = [int(Simulator(plan, seed=7).simulate(range(40)).finished.sum()) for plan in plans]
    assert ended == [0] * len(plans)
