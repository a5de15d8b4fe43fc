"""What flows through a plan: what is live between steps, and which results other steps rest on."""

from __future__ import annotations

import random

import pytest

from planner.core.dataflow import Dataflow, dataflow_of, live_around, members
from planner.core.plan import Plan
from planner.core.sketch import sketch
from tests.core.random_plans import live_names, random_plan

CHAIN = """
    read <            -> donations
    draft ~           <- donations -> letters
    count             <- donations -> total
    send !            <- letters -> receipt
    report            <- total, receipt
    """


def test_a_variable_is_live_from_its_producer_to_its_last_use() -> None:
    assert dataflow_of(sketch(CHAIN)).live == (
        frozenset(),
        frozenset({"donations"}),
        frozenset({"donations", "letters"}),
        frozenset({"letters", "total"}),
        frozenset({"total", "receipt"}),
        frozenset(),
    )


def test_what_no_earlier_step_produces_is_missing_and_never_live() -> None:
    flow = dataflow_of(sketch("send ! <- address -> receipt\nreport <- receipt, price"))
    assert (flow.missing, flow.live) == ((("address",), ("price",)), (frozenset(), frozenset({"receipt"}), frozenset()))


def test_a_value_that_is_produced_anew_before_it_is_needed_is_not_live() -> None:
    flow = dataflow_of(sketch("read -> list\ntag <- nothing -> tags\nread again <- nothing -> list\nsend ! <- list"))
    assert flow.live == (frozenset(), frozenset(), frozenset(), frozenset({"list"}), frozenset())


def test_a_step_that_needs_and_produces_the_same_variable_needs_the_older_value() -> None:
    flow = dataflow_of(sketch("count -> total\nadd <- total -> total\nreport <- total"))
    assert flow.live[1:3] == (frozenset({"total"}), frozenset({"total"}))
    assert flow.ancestors == (0b000, 0b001, 0b011)


def test_a_step_depends_on_what_its_sources_depend_on() -> None:
    flow = dataflow_of(sketch(CHAIN))
    assert flow.ancestors == (0b00000, 0b00001, 0b00001, 0b00011, 0b01111)
    assert flow.unstable == (0, 0, 0, 0b00010, 0b00010)


def test_a_step_depends_on_the_last_producer_before_it() -> None:
    flow = dataflow_of(sketch("draft ~ -> text\nrewrite ~ <- nothing -> text\nsend ! <- text"))
    assert flow.ancestors == (0, 0, 0b010)


@pytest.mark.parametrize(
    ("line", "live"),
    [("|", {"tags"}), ("(|)", {"list"}), ("|/2", {"list", "tags"}), ("|/5", {"list", "tags"}), ("|/6", {"tags"})],
)
def test_around_a_checkpoint_everything_counts_that_is_live_at_one_of_its_positions(line: str, live: set[str]) -> None:
    plan = sketch(f"read -> list\ntag x6 <- list -> tags\n{line}\nreport <- tags")
    assert live_around(plan, dataflow_of(plan), plan.checkpoints[0]) == live


def test_the_members_of_a_mask_are_its_bits_in_order() -> None:
    assert (members(0), members(0b1), members(0b101001)) == ((), (0,), (0, 3, 5))


def slow_ancestors(plan: Plan, at: int) -> set[int]:
    """Return what step `at` rests on, by going back from each need to its last producer."""
    found: set[int] = set()
    for name in plan.steps[at].needs:
        producers = [before for before in range(at) if name in plan.steps[before].produces]
        if producers:
            found |= {producers[-1]} | slow_ancestors(plan, producers[-1])
    return found


def slow_dataflow(plan: Plan) -> Dataflow:
    steps = range(len(plan.steps))
    ancestors = [slow_ancestors(plan, at) for at in steps]
    unstable = [{source for source in found if not plan.steps[source].deterministic} for found in ancestors]
    earlier = [{name for step in plan.steps[:at] for name in step.produces} for at in steps]
    return Dataflow(
        live=tuple(frozenset(live_names(plan.steps, position)) for position in range(len(plan.steps) + 1)),
        ancestors=tuple(sum(1 << source for source in found) for found in ancestors),
        unstable=tuple(sum(1 << source for source in found) for found in unstable),
        missing=tuple(tuple(name for name in plan.steps[at].needs if name not in earlier[at]) for at in steps),
    )


def test_random_plans_flow_as_the_definitions_say() -> None:
    plans = [random_plan(random.Random(number), max_steps=8) for number in range(500)]
    assert [number for number, plan in enumerate(plans) if dataflow_of(plan) != slow_dataflow(plan)] == []
