"""S402: two resumes of one run at once."""

from __future__ import annotations

import pytest

from planner.core.check import check_plan
from planner.core.finding import Finding, Severity
from planner.core.sketch import sketch


def found_in(drawing: str) -> tuple[Finding, ...]:
    return check_plan(sketch(drawing), select=["S402"])


def test_the_finding_names_what_would_be_done_twice() -> None:
    (finding,) = found_in("Read\nPay !\nMail !\nSet !=\nrunner: none")
    assert finding.severity is Severity.FIX
    assert finding.problem == "Two resumes at once can each do “Pay” and “Mail”."
    assert finding.why == "Nothing stops a second resume while the first one still works."


def test_a_long_list_of_steps_is_cut_short() -> None:
    (finding,) = found_in("A !\nB !\nC !\nD !\nE !\nrunner: -")
    assert finding.problem == "Two resumes at once can each do “A”, “B”, “C” and 2 more."
    assert finding.why == "The plan does not say what stops a second resume while the first one still works."


@pytest.mark.parametrize(
    ("step", "severity"),
    [
        ("Pay !", Severity.FIX),
        ("Pay !?", Severity.FIX),
        ("Pay ! [record, intent, lookup]", Severity.FIX),
        ("Pay ! [new key]", Severity.FIX),
        ("Pay ! [key]", Severity.THINK),
        ("Pay ! [derived key]", Severity.THINK),
        ("Pay !=", Severity.THINK),
        ("Pay ?", Severity.THINK),
        ("Pay", Severity.THINK),
    ],
)
def test_it_is_grave_where_an_action_would_have_two_effects(step: str, severity: Severity) -> None:
    assert [finding.severity for finding in found_in(f"{step}\nrunner: none")] == [severity]


@pytest.mark.parametrize("runner", ["lock", "lease"])
def test_a_lock_or_a_lease_is_accepted(runner: str) -> None:
    assert found_in(f"Pay !\nrunner: {runner}") == ()
