"""S401: runs that nobody finds again after a restart."""

from __future__ import annotations

import pytest

from planner.core.check import check_plan
from planner.core.finding import THE_PLAN
from planner.core.sketch import sketch


@pytest.mark.parametrize("source", ["-", "process", "new_each_start"])
def test_a_name_that_is_missing_or_does_not_survive_is_found(source: str) -> None:
    found = check_plan(sketch(f"Read\nidentity: {source}"), select=["S401"])
    assert [finding.about for finding in found] == [THE_PLAN]


@pytest.mark.parametrize("source", ["business_key", "stored_id"])
def test_a_name_that_survives_is_accepted(source: str) -> None:
    assert check_plan(sketch(f"Read\nidentity: {source}"), select=["S401"]) == ()


def test_each_choice_settles_it() -> None:
    plan = sketch("Read\nidentity: process")
    (finding,) = check_plan(plan, select=["S401"])
    changes = [choice.change for choice in finding.fix]
    assert [change and check_plan(change.apply(plan), select=["S401"]) for change in changes] == [(), ()]
