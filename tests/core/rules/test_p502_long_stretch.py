"""P502: stretches that a run seldom gets through in one go."""

from __future__ import annotations

import pytest

from planner.core.change import PlaceCheckpoint
from planner.core.check import check_plan
from planner.core.finding import THE_PLAN, Choice, Finding, Severity
from planner.core.sketch import sketch

LONG = "Read 1h\n| 2s\nSort 2h\nMerge 2h\nPrint 2h\nrecovery: 0s\ninterrupted: restart {every}"


def found_in(drawing: str) -> tuple[Finding, ...]:
    return check_plan(sketch(drawing), select=["P502"])


def test_the_finding_gives_the_odds_and_a_place_to_save() -> None:
    assert found_in(LONG.format(every="1h")) == (
        Finding(
            code="P502",
            slug="long-stretch",
            severity=Severity.THINK,
            about=THE_PLAN,
            problem="The run seldom gets from the save at “Read” to the end: about one try in 403 does it.",
            why="The way takes 6 h, recovery included, and something interrupts it every 1 h on average.",
            fix=(
                Choice(
                    "Place a checkpoint behind “Sort”, near the middle of the way. Each run pays for the save.",
                    PlaceCheckpoint("sort"),
                ),
                Choice("Shorten the way, or have it interrupted less."),
            ),
        ),
    )


def test_one_try_in_twenty_is_the_limit() -> None:
    # exp(-t) is 0.05 at t = 2.99573, so 21,600 s are too long below 7,210.26 s between interruptions.
    assert [len(found_in(LONG.format(every=every))) for every in ("7210s", "7211s")] == [1, 0]


def test_the_rates_of_the_sources_add_up_and_recovery_counts() -> None:
    assert found_in("Sort 2h\nrecovery: 0s\ninterrupted: restart 1h") == ()
    assert len(found_in("Sort 2h\nrecovery: 0s\ninterrupted: restart 1h, close 1h")) == 1
    assert len(found_in("Sort 2h\nrecovery: 1h\ninterrupted: restart 1h")) == 1


def test_a_save_that_no_run_comes_back_to_does_not_part_the_way() -> None:
    drawing = "Sort 2h\n|\nMerge 2h\ninterrupted: restart 1h\n{setting}"
    assert found_in(drawing.format(setting="loads: latest_valid")) == ()
    for setting in ("loads: restart", "identity: process", "state: sort (not storable)"):
        assert len(found_in(drawing.format(setting=setting))) == 1


@pytest.mark.parametrize("interrupted", ["exactly 2", "limit 90min", "restart 1h, limit 90min"])
def test_other_sources_and_a_run_that_stands_still_are_another_matter(interrupted: str) -> None:
    assert found_in(f"Sort 6h\nMerge 1h\ninterrupted: {interrupted}") == ()


def test_hopeless_odds_are_not_counted_out() -> None:
    (finding,) = found_in("Sort 200h\ninterrupted: restart 1h")
    assert finding.problem.endswith(": less than one try in a million does it.")
