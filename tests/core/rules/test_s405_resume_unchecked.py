"""S405: resumes that take the run, the snapshot or an approval as they find it."""

from __future__ import annotations

import pytest

from planner.core.change import AddResumeChecks
from planner.core.check import check_plan
from planner.core.sketch import sketch
from planner.core.vocabulary import ResumeCheck

IDENTITY, VALID, APPROVALS = (
    ResumeCheck.IDENTITY,
    ResumeCheck.SNAPSHOT_VALID,
    ResumeCheck.APPROVALS_STILL_VALID,
)


@pytest.mark.parametrize(
    ("gate", "checks", "missing"),
    [
        ("?", "-", (IDENTITY, VALID)),
        ("?", "lock", (IDENTITY, VALID)),
        ("?", "identity", (VALID,)),
        ("?", "snapshot_valid", (IDENTITY,)),
        ("?=", "identity, snapshot_valid", (APPROVALS,)),
        ("?=", "-", (IDENTITY, VALID, APPROVALS)),
    ],
)
def test_what_is_missing_can_be_added_at_one_click(gate: str, checks: str, missing: tuple[ResumeCheck, ...]) -> None:
    (finding,) = check_plan(sketch(f"Approve {gate}\nchecks: {checks}"), select=["S405"])
    assert [choice.change for choice in finding.fix] == [AddResumeChecks(missing)]


@pytest.mark.parametrize(
    ("gate", "checks"),
    [("?", "identity, snapshot_valid"), ("?=", "identity, snapshot_valid, approvals_still_valid")],
)
def test_the_checks_that_the_plan_has_use_for_are_enough(gate: str, checks: str) -> None:
    assert check_plan(sketch(f"Approve {gate}\nchecks: {checks}"), select=["S405"]) == ()


def test_the_finding_names_what_the_run_could_go_on_with() -> None:
    (finding,) = check_plan(sketch("Approve ?=\nchecks: lock"), select=["S405"])
    assert finding.problem == (
        "A resumed run can go on with what belongs to another run, a snapshot that is damaged or half written "
        "or an approval that no longer holds."
    )
