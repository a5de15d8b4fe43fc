"""W101: a plan without steps, and steps without names."""

from __future__ import annotations

from dataclasses import replace

from planner.core.check import check_plan
from planner.core.finding import THE_PLAN, Place
from planner.core.plan import Plan
from planner.core.sketch import sketch


def test_a_plan_without_steps_is_one_finding_about_the_plan() -> None:
    assert [finding.about for finding in check_plan(Plan(title="Empty"), select=["W101"])] == [THE_PLAN]


def test_each_step_without_a_name_is_a_finding_about_that_step() -> None:
    found = check_plan(sketch("Read\n60s\nSave\n!"), select=["W101"])
    assert [finding.about for finding in found] == [Place(step="step-2"), Place(step="step-4")]


def test_the_finding_says_which_step_by_its_number() -> None:
    (finding,) = check_plan(sketch("Read\n60s"), select=["W101"])
    assert finding.problem == "Step 2 has no name, so nobody can tell what it does."


def test_a_name_of_blanks_is_no_name() -> None:
    assert [finding.code for finding in check_plan(_named("   "), select=["W101"])] == ["W101"]
    assert check_plan(_named("Read"), select=["W101"]) == ()


def _named(name: str) -> Plan:
    plan = sketch("Read")
    return replace(plan, steps=(replace(plan.steps[0], name=name),))
