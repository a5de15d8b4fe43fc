"""P501: runs that their session limit keeps from ever getting on."""

from __future__ import annotations

from itertools import pairwise

import pytest

from planner.core.change import PlaceCheckpoint
from planner.core.check import check_plan
from planner.core.finding import THE_PLAN, Choice, Finding, Severity
from planner.core.reasoning.standstill import longest_stretch_ms, standstill
from planner.core.sketch import sketch
from planner.core.timeline import compile_plan
from tests.core.rules.playing import outcome

SLOW = "Read 5min\n| 2s\nDraft 25min\nCheck 10min\nrecovery: 10s\ninterrupted: limit 30min"


def found_in(drawing: str) -> tuple[Finding, ...]:
    return check_plan(sketch(drawing), select=["P501"])


def test_the_finding_says_where_it_stops_and_what_it_would_take() -> None:
    assert found_in(SLOW) == (
        Finding(
            code="P501",
            slug="no-progress",
            severity=Severity.FIX,
            about=THE_PLAN,
            problem="The run never ends: each session is stopped in “Check”, none gets further.",
            why="From the save at “Read” to the next place to come back to takes 35 min 10 s, and a session lasts "
            "30 min.",
            fix=(
                Choice(
                    "Place a checkpoint behind “Draft”, which a session gets to. Each run pays for the save.",
                    PlaceCheckpoint("draft"),
                ),
                Choice("Let a session last 35 min 10 s or more, if whoever sets the limit agrees."),
                Choice("Split “Check”, or the steps before it, into parts that each end with a save."),
            ),
            witness=(1_800_000,) * 4,
        ),
    )


def test_the_offered_checkpoint_lets_the_run_get_on() -> None:
    (finding,) = found_in(SLOW)
    change = finding.fix[0].change
    assert change is not None
    assert check_plan(change.apply(sketch(SLOW)), select=["P501"]) == ()


def test_the_last_two_sessions_of_the_witness_bring_nothing_new() -> None:
    plan = sketch(SLOW)
    limit_ms = 1_800_000
    lost = [outcome(plan, (limit_ms,) * sessions).lost_ms for sessions in (2, 3, 4)]
    assert [later - earlier for earlier, later in pairwise(lost)] == [limit_ms - 10_000] * 2


def test_a_step_longer_than_a_session_cannot_be_saved_in_between() -> None:
    (finding,) = found_in("Draft 40min\nCheck\ninterrupted: limit 30min")
    assert finding.witness == (1_800_000, 1_800_000)
    assert [choice.change for choice in finding.fix] == [None, None]


def test_a_recovery_longer_than_a_session_never_ends() -> None:
    (finding,) = found_in("Draft 40s\nrecovery: 40s\ninterrupted: limit 30s")
    assert finding.witness == (30_000, 30_000)


@pytest.mark.parametrize(
    "drawing",
    [
        "Draft 30min\ninterrupted: limit 30min",
        "Draft x10 10min\n|/1 0s\nCheck\nrecovery: 0s\ninterrupted: limit 10min",
        "Draft 40min\nCheck\ninterrupted: restart 30min",
    ],
)
def test_a_run_that_finishes_or_saves_in_time_is_accepted(drawing: str) -> None:
    assert found_in(drawing) == ()


def test_a_record_of_each_item_is_something_new() -> None:
    assert found_in("Send ! x10 10min [record]\nrecovery: 0s\ninterrupted: limit 15min") == ()
    assert len(found_in("Send ! x10 10min\nrecovery: 0s\ninterrupted: limit 15min")) == 1


def test_waiting_for_a_person_again_can_use_the_session_up() -> None:
    drawing = "Send ! 10min [ask on resume, waits {waits}]\nFile 13min\nrecovery: 0s\ninterrupted: limit 20min"
    assert found_in(drawing.format(waits="1min")) == ()
    assert len(found_in(drawing.format(waits="10min"))) == 1


def test_a_run_that_ends_at_a_broken_snapshot_does_not_go_round() -> None:
    assert found_in("Read 10min\n| holds nothing\nDraft 40min\nloads: latest\ninterrupted: limit 30min") == ()


def test_nothing_is_walked_where_every_stretch_fits() -> None:
    timeline = compile_plan(sketch("Read 5min\n| 1s\nDraft 25min\nrecovery: 10s\ninterrupted: limit 30min"))
    assert longest_stretch_ms(timeline) == 1_510_000
    assert standstill(timeline) is None
