"""What a checkpoint does to the expected wall time: closed, simulated, and where nothing differs."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from planner.core.plan import Plan
from planner.core.sketch import sketch
from planner.core.timeline import compile_plan
from planner.core.worthwhile.thrift import Worth
from planner.core.worthwhile.worth import without, worth

EVERY_HOUR = "interrupted: restart 1h (down 2min)"


def compared(plan: Plan) -> Worth:
    return worth(compile_plan(plan), 0)


def expected_ms(*segments_ms: int) -> float:
    """MODEL.md section 7, without recovery: Σ (e^{λa} − 1)(1/λ + D)."""
    return sum(math.expm1(segment / 3_600_000) for segment in segments_ms) * (3_600_000 + 120_000)


def test_where_there_is_a_closed_form_the_times_follow_it() -> None:
    found = compared(sketch(f"Read 20min\n| 1s\nDraft 30min\n{EVERY_HOUR}"))
    assert found.with_ms == pytest.approx(expected_ms(1_201_000, 1_800_000), rel=1e-9)
    assert found.without_ms == pytest.approx(expected_ms(3_000_000), rel=1e-9)
    assert not found.costs


def test_a_save_that_is_longer_than_what_it_spares_costs() -> None:
    assert compared(sketch(f"Read 10s\n| 2min\nDraft 30min\n{EVERY_HOUR}")).costs


def test_a_save_that_takes_no_time_never_costs() -> None:
    for loads in ("latest_valid", "restart"):
        found = compared(sketch(f"Read 10s\n| 0s\nDraft 30min\nloads: {loads}\n{EVERY_HOUR}"))
        assert not found.costs


def test_without_interruptions_every_save_costs_what_it_takes() -> None:
    plan = sketch("Read 10s\n| 3s\nDraft 10s\ninterrupted: exactly 0")
    found = compared(plan)
    assert (found.with_ms, found.without_ms, found.costs) == (23_000, 20_000, True)


@pytest.mark.parametrize(("save", "costs"), [("1s", False), ("10min", True)])
def test_where_there_is_none_twenty_thousand_runs_decide(save: str, costs: bool) -> None:
    assert compared(sketch(f"Read 20min\n| {save}\nDraft 20min\ninterrupted: exactly 1")).costs is costs


def test_runs_that_never_get_to_a_checkpoint_do_not_pay_for_it() -> None:
    found = compared(sketch("Read 20min\nDraft 20min\n| 1min\nPrint\ninterrupted: limit 10min"))
    assert found == Worth(math.inf, math.inf, costs=False)


def test_neither_do_they_where_another_checkpoint_lies_before_it() -> None:
    plan = sketch("Read 20min\n| 1s\nDraft 2min\n| 1min\nPrint\ninterrupted: limit 10min, restart 1h")
    timeline = compile_plan(plan)
    assert [worth(timeline, index) for index in (0, 1)] == [Worth(math.inf, math.inf, costs=False)] * 2


def test_a_checkpoint_without_which_no_run_ends_pays() -> None:
    found = compared(sketch("Read 8min\n| 1min\nDraft 8min\ninterrupted: restart 1h, limit 10min"))
    assert (found.without_ms, found.costs) == (math.inf, False)


def test_a_checkpoint_with_which_no_run_ends_costs() -> None:
    found = compared(sketch("Read 8min\n| 3min\nDraft 1min\ninterrupted: restart 1h, limit 10min"))
    assert (found.with_ms, found.costs) == (math.inf, True)
    assert found.without_ms < math.inf


def test_texts_do_not_matter() -> None:
    plan = sketch(f"Read 20min\n| 1s\nDraft 30min\n{EVERY_HOUR}")
    assert compared(replace(plan, title="Another", goal="Another")) == compared(plan)


def test_a_plan_without_a_checkpoint_keeps_the_others() -> None:
    plan = sketch("Read\n|\nDraft\n|\nPrint\n|")
    assert [checkpoint.id for checkpoint in without(plan, 1).checkpoints] == ["after-read", "after-print"]
