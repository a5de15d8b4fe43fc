"""Checkpoints thought away where a run is cut exactly so often, held against plans in which they really are away."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from planner.core.closedform.wayback import NoClosedFormError
from planner.core.exact import exact
from planner.core.plan import Interruptions, Plan
from planner.core.sketch import sketch
from planner.core.timeline import Timeline, compile_plan
from planner.core.worthwhile.counted import CountedThrift, of_uncut_runs
from planner.core.worthwhile.thrift import Worth
from planner.core.worthwhile.worth import without
from tests.core.random_plans import random_plan


def wall_ms(plan: Plan) -> float:
    return exact(plan).mean["wall"] * 1_000


def thought_away(timeline: Timeline) -> dict[int, Worth]:
    """Return what is known of each checkpoint."""
    found = {}
    for index in range(len(timeline.plan.checkpoints)):
        try:
            found[index] = CountedThrift(timeline).worth(index)
        except NoClosedFormError:
            continue
    return found


def assert_it_is_that_of_the_two_plans(plan: Plan, index: int, worth: Worth) -> None:
    assert worth.with_ms == pytest.approx(wall_ms(plan), rel=1e-12)
    assert worth.without_ms == pytest.approx(wall_ms(without(plan, index)), rel=1e-12)
    assert worth.costs == Worth.of_times(worth.with_ms, worth.without_ms).costs


def test_both_times_are_those_of_the_two_plans() -> None:
    held = 0
    for seed in range(600):
        plan = random_plan(random.Random(seed), interruptions=("exactly",))
        for index, worth in thought_away(compile_plan(plan)).items():
            assert_it_is_that_of_the_two_plans(plan, index, worth)
            held += 1
    assert held > 80


@pytest.mark.parametrize("times", [1, 2, 7])
def test_a_batch_that_is_saved_every_few_items_is_one_checkpoint(times: int) -> None:
    letters = "Read 8min\n|\nSend ! x12 1min [intent]\n|/3 2s\nPrint 1min"
    plan = sketch(f"{letters}\nrecovery: 10s\ninterrupted: exactly {times} (down 1min)")
    found = thought_away(compile_plan(plan))
    for index, worth in found.items():
        assert_it_is_that_of_the_two_plans(plan, index, worth)
    assert list(found) == [0, 1]


@pytest.mark.parametrize("seed", range(40))
def test_where_nothing_interrupts_saves_only_cost(seed: int) -> None:
    plan = replace(random_plan(random.Random(seed)), interruptions=Interruptions())
    timeline = compile_plan(plan)
    for index in range(len(plan.checkpoints)):
        ideal_ms = compile_plan(without(plan, index)).ideal_ms
        expected = Worth(timeline.ideal_ms, ideal_ms, costs=timeline.ideal_ms > ideal_ms)
        assert of_uncut_runs(timeline, index) == expected


@pytest.mark.parametrize(
    "drawing",
    [
        "Read\n|\nDraft\ninterrupted: restart 1h",
        "Read\n(|)\nDraft\ninterrupted: exactly 1",
        "Read\n|\nDraft\nloads: first\ninterrupted: exactly 1",
    ],
    ids=["no number of cuts", "inside", "first"],
)
def test_what_takes_more_than_this_is_left_to_others(drawing: str) -> None:
    with pytest.raises(NoClosedFormError):
        CountedThrift(compile_plan(sketch(drawing))).worth(0)
