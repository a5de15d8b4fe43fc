"""W102: steps that read like an action outside and are not planned as one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from planner.core.change import SetKind
from planner.core.check import check_plan
from planner.core.finding import Choice, Finding, Place, Severity
from planner.core.plan import Plan, Step
from planner.core.sketch import sketch
from planner.core.vocabulary import Kind


def found_in(plan: Plan) -> tuple[Finding, ...]:
    return check_plan(plan, select=["W102"])


def test_the_finding_names_the_word_and_offers_both_ways_out() -> None:
    assert found_in(sketch("Publish the page <")) == (
        Finding(
            code="W102",
            slug="hidden-action",
            severity=Severity.THINK,
            about=Place(step="publish-the-page"),
            problem="“Publish the page” may change something outside, and the plan does not count on it.",
            why="It says “Publish”, but its kind is “read”: after an interruption the run does it again without asking "
            "what that means for anybody else.",
            fix=(
                Choice(
                    "Make it an action if anybody outside can notice it; then say whether it may happen twice.",
                    SetKind("publish-the-page", Kind.ACTION),
                ),
                Choice("Leave the kind and change the words if it only prepares, such as “Prepare …” or “Draft …”."),
            ),
        ),
    )


@pytest.mark.parametrize(
    "name",
    [
        "Send the letters",
        "E-mail the customer",
        "Email Ana the totals",
        "Charge the card",
        "Refund the customer",
        "Post summary in team chat",
        "Delete the old records",
        "Draft and send the answer",
        "Create a ticket",
        "Open pull request",
        "DELETE everything",
        "Order new laptop",
        "Cancel the booking",
    ],
)
def test_a_name_that_tells_to_act_outside_is_asked_about(name: str) -> None:
    assert [finding.code for finding in found_in(Plan(title="T", steps=(Step(id="a", name=name),)))] == ["W102"]


@pytest.mark.parametrize(
    "name",
    [
        "Read the refund request",
        "Check the sale against the refund policy",
        "Refund policy check",
        "Mail merge the letters",
        "Post-process the answers",
        "Email list clean-up",
        "Order the rows by date",
        "Prepare the sending",
        "Draft the post",
        "Create a table",
        "Sender and subject",
        "Sort what is to be paid",
        "",
    ],
)
def test_a_name_that_only_speaks_of_such_things_is_not(name: str) -> None:
    assert found_in(Plan(title="T", steps=(Step(id="a", name=name),))) == ()


@pytest.mark.parametrize(
    ("notes", "asked"),
    [
        ("Collects the totals. Sends them to the board.", True),
        ("Adds up the hours and then notifies the client", True),
        ("Uses the send report of last week.", False),
        ("Does not send anything.", False),
    ],
)
def test_notes_are_read_too(notes: str, *, asked: bool) -> None:
    assert bool(found_in(Plan(title="T", steps=(Step(id="a", name="Totals", notes=notes),)))) is asked


def test_an_action_and_a_gate_are_what_they_say() -> None:
    assert found_in(sketch("Send the letters !\nCancel the order ?")) == ()


def test_the_first_choice_makes_it_an_action() -> None:
    plan = sketch("Send the letters")
    (finding,) = found_in(plan)
    change = finding.fix[0].change
    assert change is not None
    assert change.apply(plan).steps == (replace(plan.steps[0], kind=Kind.ACTION),)
