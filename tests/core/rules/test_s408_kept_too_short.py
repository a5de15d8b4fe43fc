"""S408: snapshots that are deleted before anybody resumes."""

from __future__ import annotations

import pytest

from planner.core.change import KeepFor
from planner.core.check import check_plan
from planner.core.sketch import sketch


@pytest.mark.parametrize(
    ("keeps", "interrupted"),
    [
        ("59s", "restart 1h (down 60s)"),
        ("11h", "restart 1h (down 60s), close 4h (down 12h)"),
        ("1h", "limit 20min (down 2h)"),
        ("1h", "exactly 1 (down 2h)"),
    ],
)
def test_storage_that_forgets_before_the_longest_downtime_ends_is_found(keeps: str, interrupted: str) -> None:
    found = check_plan(sketch(f"Read\nkeeps: {keeps}\ninterrupted: {interrupted}"), select=["S408"])
    assert [finding.code for finding in found] == ["S408"]


@pytest.mark.parametrize("settings", ["keeps: 60s", "keeps: 1d", ""])
def test_storage_that_lasts_as_long_or_has_no_end_is_accepted(settings: str) -> None:
    plan = sketch(f"Read\n{settings}\ninterrupted: restart 1h (down 60s)")
    assert check_plan(plan, select=["S408"]) == ()


def test_the_finding_gives_both_times_and_a_time_that_is_enough() -> None:
    (finding,) = check_plan(sketch("Read\nkeeps: 1d\ninterrupted: close 4h (down 60h)"), select=["S408"])
    assert finding.problem == "A run that stands still for 2 d 12 h comes back to nothing and begins again."
    assert finding.why == "Snapshots and records are kept for 1 d only."
    assert finding.fix[0].change == KeepFor(5 * 86_400_000)
