"""S404: guards that rest on a check which no resumed run makes."""

from __future__ import annotations

import pytest

from planner.core.change import AddResumeChecks
from planner.core.check import check_plan
from planner.core.finding import Finding
from planner.core.sketch import sketch
from planner.core.vocabulary import ResumeCheck

RECORDS, IN_DOUBT = ResumeCheck.ACTION_RECORDS, ResumeCheck.IN_DOUBT_ACTIONS


def found_in(drawing: str) -> tuple[Finding, ...]:
    return check_plan(sketch(drawing), select=["S404"])


@pytest.mark.parametrize(
    ("guards", "checks", "missing"),
    [
        ("record", "identity", (RECORDS,)),
        ("intent", "identity", (RECORDS,)),
        ("lookup", "action_records", (IN_DOUBT,)),
        ("record, lookup", "identity", (RECORDS, IN_DOUBT)),
        ("record, lookup", "action_records", (IN_DOUBT,)),
        ("record, lookup", "-", (RECORDS, IN_DOUBT)),
        ("lookup", "-", (IN_DOUBT,)),
    ],
)
def test_the_missing_checks_can_be_added_at_one_click(
    guards: str, checks: str, missing: tuple[ResumeCheck, ...]
) -> None:
    drawing = f"Pay ! [{guards}]\nchecks: {checks}"
    (finding,) = found_in(drawing)
    change = AddResumeChecks(missing)
    assert [choice.change for choice in finding.fix] == [change]
    assert check_plan(change.apply(sketch(drawing)), select=["S404"]) == ()


@pytest.mark.parametrize(
    ("guards", "checks"),
    [
        ("record, intent", "action_records"),
        ("lookup", "in_doubt_actions"),
        ("key", "identity"),
        ("ask", "identity"),
        ("ask, key", "-"),
    ],
)
def test_guards_that_rest_on_no_missing_check_are_accepted(guards: str, checks: str) -> None:
    assert found_in(f"Pay ! [{guards}]\nchecks: {checks}") == ()


def test_the_finding_names_the_steps_and_whether_it_is_an_assumption() -> None:
    (said,) = found_in("Pay ! [record]\nMail ! [lookup]\nSet != [key]\nchecks: identity")
    assert said.problem == "“Pay” and “Mail” can happen again as if nothing guarded against it."
    assert said.why == (
        "The guards hold only if a resumed run reads the action records and looks up the actions that are in doubt. "
        "It does not."
    )
    (unsaid,) = found_in("Pay ! [record]\nchecks: -")
    assert unsaid.why == (
        "The guards hold only if a resumed run reads the action records. "
        "The plan does not say whether it does; the tests assume it."
    )
