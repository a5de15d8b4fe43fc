"""What the checks suggest to a reviewer follows from what they find, and is silent where they know nothing."""

from dataclasses import replace

import pytest

from planner.core.check import check_plan
from planner.core.comparing.rubric import Suggestion, suggestion
from planner.core.plan import Identity, Plan, ReplayRisk, Resume, Storage
from planner.core.sketch import sketch
from planner.core.vocabulary import IfUnclear


def suggested(name: str, plan: Plan) -> Suggestion | None:
    return suggestion(name, plan, check_plan(plan), ())


def settled(drawing: str) -> Plan:
    """A plan whose steps are all marked, as they should be, and that says everything about its resume."""
    plan = sketch(drawing)
    return replace(
        plan,
        storage=Storage(where="a table"),
        steps=tuple(replace(step, replay_risk=ReplayRisk(repeats=False)) for step in plan.steps),
        resume=replace(plan.resume, if_unclear=IfUnclear.STOP),
    )


@pytest.mark.parametrize("name", ["Reasons from the evidence", "", "Checkpoints?"])
def test_the_checks_know_nothing_of_other_criteria(name: str) -> None:
    assert suggested(name, sketch("Read\n|\nReport")) is None


def test_a_name_is_known_however_it_is_written() -> None:
    assert suggested(" State  and RESUME ", settled("Read\n|\nReport")) == Suggestion(
        2, "every question is answered, and nothing is found"
    )


@pytest.mark.parametrize(
    ("drawing", "points"), [("", 0), ("Read -> a\nReport <- nowhere", 1), ("Read -> a\nReport <- a -> b", 2)]
)
def test_steps(drawing: str, points: int) -> None:
    plan = replace(settled(drawing), steps=settled(drawing).steps)
    found = suggested("Steps and effects", plan)
    assert found is not None
    assert found.points == points


@pytest.mark.parametrize(
    ("drawing", "told"),
    [
        ("Read", Suggestion(0, "there is no checkpoint")),
        ("Read\n|\nReport", Suggestion(1, "some questions have no answer or no reason")),
    ],
)
def test_checkpoints(drawing: str, told: Suggestion) -> None:
    assert suggested("Checkpoints", sketch(drawing)) == told


def test_unsafe_points_count_down_with_what_stays_open() -> None:
    bare, marked = sketch("Read\nPay !\nReport"), settled("Read\nPay !\nReport")
    found = [one for one in check_plan(marked) if one.code.startswith("R")]
    assert suggested("Unsafe points", bare) == Suggestion(0, "no step is marked")
    assert suggested("Unsafe points", marked) == Suggestion(1, "they find R301, R309")
    assert suggestion("Unsafe points", marked, found, found) == Suggestion(2, "2 risks left, with a reason")
    assert suggestion("Unsafe points", marked, (), ()) == Suggestion(3, "every action is guarded or harmless")


def test_state_and_resume() -> None:
    silent = replace(sketch("Read\nReport"), identity=Identity(), resume=Resume())
    assert suggestion("State and resume", silent, (), ()) == Suggestion(0, "nothing is said of it")
    half = replace(silent, storage=Storage(where="a table"))
    assert suggestion("State and resume", half, (), ()) == Suggestion(1, "4 questions not answered")
