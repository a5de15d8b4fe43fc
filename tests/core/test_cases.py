"""Public reports: the plan as reported yields what counts as the right finding, and the repaired plan does not."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from pathlib import Path

import pytest

from planner.core.check import check_plan
from planner.core.finding import THE_PLAN, Place
from planner.core.plan import Plan
from tests.core.reported_cases import PAGES, Case, read_case

ROOT = Path(__file__).parents[2]
CASES = [read_case(page) for page in PAGES]
BY_ID = {case.id: case for case in CASES}

each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)


def listed() -> dict[str, dict[str, str]]:
    """Return the rows of the list of reports by their case."""
    with (ROOT / "tests" / "cases" / "list.csv").open(encoding="utf-8", newline="") as file:
        return {row["case"]: row for row in csv.DictReader(file)}


def places(plan: Plan, step: int | None) -> set[Place]:
    """Return where a finding about a step (from 1) can stand: the step, its checkpoints, the plan as a whole."""
    if step is None:
        return {THE_PLAN}
    step_id = plan.steps[step - 1].id
    at_it = {Place(checkpoint=one.id) for one in plan.checkpoints if one.step_id == step_id}
    return {THE_PLAN, Place(step=step_id)} | at_it


def found_in(plan: Plan, case: Case) -> set[str]:
    """Return the codes that the rules give for a plan, out of those that count and where they count."""
    here = places(plan, case.step)
    return {finding.code for finding in check_plan(plan, select=case.counts) if finding.about in here}


@each_case
def test_the_plan_as_reported_yields_a_finding_that_counts(case: Case) -> None:
    assert found_in(case.reported, case) == case.found
    assert case.found <= case.counts


@each_case
def test_the_repaired_plan_does_not(case: Case) -> None:
    assert found_in(case.repaired, case) == case.leaves
    assert not case.leaves & case.found


def test_a_run_that_never_ends_is_stopped_in_the_step_of_the_report() -> None:
    for case in (BY_ID["C23"], BY_ID["C25"]):
        (finding,) = check_plan(case.reported, select=["P501"])
        assert case.step is not None
        assert case.reported.steps[case.step - 1].name in finding.problem


def test_a_lease_that_runs_out_is_not_taken_for_the_end_of_a_session() -> None:
    assert check_plan(BY_ID["C27"].reported, select=["P501", "S402"]) == ()


def test_keys_alone_leave_two_runners_that_overwrite_each_other() -> None:
    reported, repaired = BY_ID["C51"].reported, BY_ID["C51"].repaired
    keys_alone = Plan(title="Keys alone", steps=repaired.steps, identity=reported.identity)
    severities = [[one.severity for one in check_plan(plan, select=["S402"])] for plan in (reported, keys_alone)]
    assert severities == [["fix"], ["think"]]


def test_a_value_that_no_later_step_needs_is_not_counted_on() -> None:
    first, second = BY_ID["C69"].reported.steps
    as_listed = Plan(
        title="As listed",
        state=BY_ID["C69"].reported.state,
        steps=(first, replace(second, needs=())),
        checkpoints=BY_ID["C69"].reported.checkpoints,
    )
    assert [finding.code for finding in check_plan(as_listed, select=["C202", "C203", "C205"])] == ["C205"]


def test_every_report_that_a_plan_file_is_said_to_hold_has_a_page() -> None:
    assert {case for case, row in listed().items() if row["in_format"] == "yes"} <= set(BY_ID)


@each_case
def test_a_page_is_its_row_in_the_list_or_says_why_not(case: Case) -> None:
    row = listed()[case.id]
    assert case.in_list == frozenset(row["codes_that_count"].split())
    agrees = (case.in_list, str(case.step or "")) == (case.counts, row["step"])
    assert case.explains_its_reading or (agrees and not case.leaves)


def test_what_no_page_holds_is_in_the_limits() -> None:
    limits = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| (C\d\d) \|", limits, re.MULTILINE)) == set(listed()) - set(BY_ID)
