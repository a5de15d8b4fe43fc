"""Checkpoints thought away in one pass, held against plans in which they really are away."""

from __future__ import annotations

import random

import pytest

from planner.core.closedform.wayback import NoClosedFormError
from planner.core.exact import exact
from planner.core.plan import Plan
from planner.core.sketch import sketch
from planner.core.timeline import Timeline, compile_plan
from planner.core.worthwhile.thrift import Thrift, Worth
from planner.core.worthwhile.worth import without
from tests.core.random_plans import random_plan


def wall_ms(plan: Plan) -> float | None:
    seconds = exact(plan).mean.get("wall")
    return None if seconds is None else seconds * 1_000


def thought_away(timeline: Timeline) -> dict[int, Worth]:
    """Return what is known of each checkpoint."""
    found = {}
    for index in range(len(timeline.plan.checkpoints)):
        try:
            found[index] = Thrift(timeline).worth(index)
        except NoClosedFormError:
            continue
    return found


@pytest.mark.parametrize("seed", range(300))
def test_both_times_are_those_of_the_two_plans(seed: int) -> None:
    plan = random_plan(random.Random(seed), interruptions=("restart", "close"))
    for index, worth in thought_away(compile_plan(plan)).items():
        given, reduced = wall_ms(plan), wall_ms(without(plan, index))
        if given is not None and reduced is not None:
            assert worth.with_ms == pytest.approx(given, rel=1e-9, abs=1e-6)
            assert worth.without_ms == pytest.approx(reduced, rel=1e-8, abs=1e-5)
            assert worth.costs == (worth.with_ms > worth.without_ms)


@pytest.mark.parametrize(
    "drawing",
    [
        "Read\n|\nDraft\ninterrupted: limit 1h",
        "Read\n|\nDraft\ninterrupted: restart 1h, limit 1h",
        "Read\n|\nDraft\ninterrupted: exactly 2",
        "Read\n(|)\nDraft",
        "Read\n|\nDraft\nloads: first",
    ],
)
def test_what_takes_more_than_one_pass_is_left_to_others(drawing: str) -> None:
    with pytest.raises(NoClosedFormError):
        Thrift(compile_plan(sketch(drawing))).worth(0)


def test_a_run_that_hardly_ever_ends_still_tells_whether_a_save_pays() -> None:
    timeline = compile_plan(sketch("Read 10d\n| 1s\nDraft 10d\n| 10s\nPrint 1s\ninterrupted: restart 10min"))
    assert {index: worth.costs for index, worth in thought_away(timeline).items()} == {0: False, 1: True}
