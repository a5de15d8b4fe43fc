"""C200: runs of two or more steps without any checkpoint."""

from __future__ import annotations

from planner.core.change import PlaceCheckpoint
from planner.core.check import check_plan
from planner.core.finding import Choice, Finding, Place, Severity
from planner.core.sketch import sketch


def test_the_finding_says_what_is_at_stake_and_where_a_checkpoint_helps_most() -> None:
    assert check_plan(sketch("Read 1min\nDraft 10min\nRate 8min\nSend ! 1min"), select=["C200"]) == (
        Finding(
            code="C200",
            slug="no-checkpoint",
            severity=Severity.FIX,
            about=Place(),
            problem="Every interruption sends the run back to “Read”, up to 20 min of work and every action again.",
            why="There is no checkpoint, so a resumed run finds nothing to go on from.",
            fix=(
                Choice(
                    "Place a checkpoint after “Draft”: the way back is then at most 11 min. "
                    "Each run pays for its save.",
                    PlaceCheckpoint("draft"),
                ),
                Choice(
                    "Place one directly behind each action that must not happen twice. "
                    "It narrows the gap and does not close it."
                ),
            ),
        ),
    )


def test_of_two_places_as_good_the_later_one_is_named() -> None:
    (finding,) = check_plan(sketch("Read 1min\nDraft 30min\nSend ! 1min"), select=["C200"])
    assert finding.fix[0].change == PlaceCheckpoint("draft")


def test_a_batch_weighs_as_much_as_all_its_items() -> None:
    (finding,) = check_plan(sketch("Read 1min\nSend ! x10 1min\nDraft 5min\nReport 1min"), select=["C200"])
    assert finding.fix[0].change == PlaceCheckpoint("send")


def test_one_step_or_one_checkpoint_is_enough_to_be_left_alone() -> None:
    assert check_plan(sketch("Read"), select=["C200"]) == ()
    assert check_plan(sketch("Read\nDraft\n|"), select=["C200"]) == ()
