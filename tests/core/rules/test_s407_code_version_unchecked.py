"""S407: resumes that do not ask whether the steps have changed."""

from __future__ import annotations

import pytest

from planner.core.change import AddResumeChecks
from planner.core.check import check_plan
from planner.core.finding import Severity
from planner.core.sketch import sketch
from planner.core.vocabulary import ResumeCheck


@pytest.mark.parametrize("checks", ["-", "nothing", "identity, lock"])
def test_a_resume_that_does_not_compare_the_version_is_noted(checks: str) -> None:
    (finding,) = check_plan(sketch(f"Read\nchecks: {checks}"), select=["S407"])
    assert finding.severity is Severity.NOTE
    assert [choice.change for choice in finding.fix] == [AddResumeChecks((ResumeCheck.CODE_VERSION,))]


def test_comparing_the_version_is_accepted() -> None:
    assert check_plan(sketch("Read\nchecks: code_version"), select=["S407"]) == ()
