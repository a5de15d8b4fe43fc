"""S403: resumes that load something else than the latest valid snapshot."""

from __future__ import annotations

import pytest

from planner.core.change import SetLoads
from planner.core.check import check_plan
from planner.core.sketch import sketch
from planner.core.vocabulary import Loads


@pytest.mark.parametrize(
    ("loads", "problem"),
    [
        ("-", "Nobody can tell where a resumed run of this plan goes on."),
        ("restart", "A resumed run does everything again from its first step."),
        ("first", "A resumed run does again what lies behind its first checkpoint, however far it had come."),
        ("latest", "A run whose newest snapshot cannot be used stays where it stopped and never ends."),
    ],
)
def test_each_other_choice_has_its_own_consequence(loads: str, problem: str) -> None:
    (finding,) = check_plan(sketch(f"Read\nloads: {loads}"), select=["S403"])
    assert finding.problem == problem
    assert [choice.change for choice in finding.fix] == [SetLoads(Loads.LATEST_VALID)]


def test_the_latest_valid_snapshot_is_accepted() -> None:
    assert check_plan(sketch("Read\nloads: latest_valid"), select=["S403"]) == ()
