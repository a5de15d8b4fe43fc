"""S406: results that no step needs."""

from __future__ import annotations

from planner.core.check import check_plan
from planner.core.finding import Place, Severity
from planner.core.sketch import sketch


def test_one_finding_a_step_names_every_result_that_nobody_needs() -> None:
    found = check_plan(sketch("Read -> list, day, week\nWrite <- list -> page"), select=["S406"])
    assert [(finding.about, finding.severity) for finding in found] == [
        (Place(step="read"), Severity.NOTE),
        (Place(step="write"), Severity.NOTE),
    ]
    assert found[0].problem == "No step of this run uses “day” and “week”."


def test_what_some_step_needs_is_used() -> None:
    assert check_plan(sketch("Read -> list\nWrite <- list"), select=["S406"]) == ()


def test_state_that_is_listed_and_never_produced_is_not_meant() -> None:
    assert check_plan(sketch("Read\nstate: rate"), select=["S406"]) == ()
