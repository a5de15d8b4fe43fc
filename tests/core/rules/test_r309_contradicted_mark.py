"""R309: marks on steps that the model contradicts."""

from __future__ import annotations

import pytest

from planner.core.check import check_plan
from planner.core.finding import Choice, Finding, Place, Severity
from planner.core.sketch import sketch


def found_in(drawing: str) -> tuple[Finding, ...]:
    return check_plan(sketch(drawing), select=["R309"])


def test_the_finding_leaves_the_judgement_to_the_learner() -> None:
    assert found_in("Pay ! [marked as not repeating, stored key]") == (
        Finding(
            code="R309",
            slug="contradicted-mark",
            severity=Severity.THINK,
            about=Place(step="pay"),
            problem="“Pay” is marked as not repeating, and the plan says otherwise.",
            why="Done twice, it happens twice outside. A guard may prevent that; the mark is about the step without "
            "one.",
            fix=(
                Choice("Think of the run going over the step twice with every guard taken away, and mark it again."),
                Choice("Or change what the plan says about the step, if the mark is right."),
            ),
        ),
    )


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("Read < [marked as repeating]", "It changes nothing outside"),
        ("Draft [marked as repeating]", "It changes nothing outside"),
        ("Set != [marked as repeating]", "A repeat does no harm (idempotent)"),
        ("Pay !? [marked as not repeating]", "Done twice, it happens twice outside"),
        ("Approve ? [marked as not repeating]", "Its question is kept nowhere outside the run"),
    ],
)
def test_marks_that_the_plan_contradicts(step: str, why: str) -> None:
    assert [finding.why.startswith(why) for finding in found_in(step)] == [True]


@pytest.mark.parametrize(
    "step",
    [
        "Read < [marked as not repeating]",
        "Set != [marked as not repeating]",
        "Pay ! [marked as repeating, lookup]",
        "Approve ? [marked as repeating]",
        "Approve ?= [marked as repeating]",
        "Approve ?= [marked as not repeating]",
        "Pay !",
    ],
)
def test_marks_that_fit_and_steps_without_a_mark_are_accepted(step: str) -> None:
    assert found_in(step) == ()
