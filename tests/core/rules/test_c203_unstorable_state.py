"""C203: snapshots that count on what cannot be stored."""

from __future__ import annotations

from planner.core.change import MoveCheckpoint
from planner.core.check import check_plan
from planner.core.finding import Choice, Finding, Place, Severity
from planner.core.sketch import sketch
from tests.core.rules.playing import outcome

DRAWING = """
    Sign in 4s -> session
    | 1s
    Order ! 2s <- session -> number
    File the number <- number
    state: session (not storable)
"""


def found_in(drawing: str) -> tuple[Finding, ...]:
    return check_plan(sketch(drawing), select=["C203"])


def test_the_finding_offers_the_first_place_where_nothing_needs_it_any_more() -> None:
    assert found_in(DRAWING) == (
        Finding(
            code="C203",
            slug="unstorable-state",
            severity=Severity.FIX,
            about=Place(checkpoint="after-sign-in"),
            problem="No run can go on from the checkpoint after “Sign in”, although every run pays for its save.",
            why="The snapshot counts on “session”, which a later step needs and which cannot be stored.",
            fix=(
                Choice(
                    "Save what “session” can be made from, such as a name or an address, and make it again on resume."
                ),
                Choice(
                    "Move the checkpoint behind “Order”, where nothing needs it any more. The way back gets longer.",
                    MoveCheckpoint("after-sign-in", "order"),
                ),
            ),
            witness=(5_000,),
        ),
    )


def test_the_witness_falls_back_to_the_start() -> None:
    assert outcome(sketch(DRAWING), (5_000,)).lost_ms == 5_000


def test_the_moved_checkpoint_can_be_loaded() -> None:
    change = found_in(DRAWING)[0].fix[1].change
    assert change is not None
    assert check_plan(change.apply(sketch(DRAWING)), select=["C202", "C203"]) == ()


def test_no_place_is_offered_where_there_is_none_before_the_end() -> None:
    (finding,) = found_in("Sign in -> session\n|\nOrder ! <- session\nstate: session (not storable)")
    assert [choice.change for choice in finding.fix] == [None]


def test_what_is_saved_though_nothing_needs_it_does_not_break_the_snapshot() -> None:
    plan = "Sign in -> session\n| holds session\nOrder ! <- nothing\nstate: session (not storable)"
    assert found_in(plan) == ()
