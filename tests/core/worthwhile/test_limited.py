"""Checkpoints thought away under a session limit, held against plans in which they really are away."""

from __future__ import annotations

import math
import random

import pytest

from planner.core.closedform.wayback import NoClosedFormError
from planner.core.exact import exact
from planner.core.plan import Plan
from planner.core.reasoning.standstill import standstill
from planner.core.sketch import sketch
from planner.core.timeline import Timeline, compile_plan
from planner.core.worthwhile.limited import LimitedThrift
from planner.core.worthwhile.thrift import Worth
from planner.core.worthwhile.worth import without
from tests.core.random_plans import random_plan

LIMITED = (("limit",), ("restart", "limit"), ("restart", "close", "limit"))
LETTERS = "Read 8min\n| 1min\nCheck 2min\nPay ! 5min [intent]\n| 5s\nSend ! 3min [record]\n| 20s\nPrint 1min"


def wall_ms(plan: Plan) -> float:
    seconds = exact(plan).mean.get("wall")
    assert seconds is not None
    return seconds * 1_000


def thought_away(timeline: Timeline) -> dict[int, Worth]:
    """Return what is known of each checkpoint."""
    found = {}
    for index in range(len(timeline.plan.checkpoints)):
        try:
            found[index] = LimitedThrift(timeline).worth(index)
        except NoClosedFormError:
            continue
    return found


def assert_they_are_those_of_the_two_plans(plan: Plan) -> int:
    """Return how many checkpoints were held against plans without them."""
    found = thought_away(compile_plan(plan))
    for index, worth in found.items():
        reduced = without(plan, index)
        assert worth.with_ms == pytest.approx(wall_ms(plan), rel=1e-9, abs=1e-6)
        if math.isinf(worth.without_ms):
            assert standstill(compile_plan(reduced)) is not None
        else:
            assert worth.without_ms == pytest.approx(wall_ms(reduced), rel=1e-9, abs=1e-6)
        assert worth.costs == Worth.of_times(worth.with_ms, worth.without_ms).costs
    return len(found)


@pytest.mark.parametrize("sources", LIMITED)
def test_both_times_are_those_of_the_two_plans(sources: tuple[str, ...]) -> None:
    plans = (random_plan(random.Random(seed), interruptions=sources) for seed in range(300))
    limited = [plan for plan in plans if plan.interruptions.session_limit_ms]
    assert sum(map(assert_they_are_those_of_the_two_plans, limited)) > 40


@pytest.mark.parametrize("limit", ["11min", "13min", "21min", "10h"])
@pytest.mark.parametrize("restart", ["", "restart 20min (down 7s), ", "restart 20min, close 2h (down 3min), "])
def test_they_are_where_sessions_end_within_at_and_behind_a_segment(limit: str, restart: str) -> None:
    plan = sketch(f"{LETTERS}\nrecovery: 10s\ninterrupted: {restart}limit {limit} (down 1min)")
    assert assert_they_are_those_of_the_two_plans(plan) == 3


def test_a_batch_that_is_saved_every_few_items_is_one_checkpoint() -> None:
    letters = "Read 8min\n|\nSend ! x12 1min\n|/3 2s\nPrint 1min"
    plan = sketch(f"{letters}\ninterrupted: restart 9min, limit 12min (down 1min)")
    assert assert_they_are_those_of_the_two_plans(plan) == 2


@pytest.mark.parametrize("restart", ["", "restart 1h, "])
def test_a_checkpoint_without_which_no_run_ends_pays(restart: str) -> None:
    timeline = compile_plan(sketch(f"Read 8min\n| 1min\nDraft 8min\ninterrupted: {restart}limit 10min"))
    worth = LimitedThrift(timeline).worth(0)
    assert (worth.without_ms, worth.costs) == (math.inf, False)


@pytest.mark.parametrize(
    "drawing",
    [
        "Read\n|\nDraft\ninterrupted: restart 1h",
        "Read\n(|)\nDraft\ninterrupted: limit 1h",
        "Read\n|\nDraft\nloads: first\ninterrupted: limit 1h",
        "Read 8min\n| 3min\nDraft 1min\ninterrupted: restart 1h, limit 10min",
        "Read 5min\n| 0s\nDraft 5min\nrecovery: 6min\ninterrupted: restart 1h, limit 11min",
    ],
    ids=["no limit", "inside", "first", "no run ends", "without it, some runs never end"],
)
def test_what_takes_more_than_this_is_left_to_others(drawing: str) -> None:
    with pytest.raises(NoClosedFormError):
        LimitedThrift(compile_plan(sketch(drawing))).worth(0)
