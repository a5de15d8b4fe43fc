"""C202: snapshots that lack what a later step needs."""

from __future__ import annotations

from planner.core.change import AddToSnapshot
from planner.core.check import check_plan
from planner.core.finding import Choice, Finding, Place, Severity
from planner.core.sketch import sketch
from tests.core.rules.playing import outcome

DRAWING = "Read 4s -> donors\nDraft 5s <- donors -> letters, day\n| 1s holds donors\nSend ! <- donors, letters, day"


def found_in(drawing: str) -> tuple[Finding, ...]:
    return check_plan(sketch(drawing), select=["C202"])


def test_one_finding_names_every_variable_that_is_missing() -> None:
    assert found_in(DRAWING) == (
        Finding(
            code="C202",
            slug="incomplete-snapshot",
            severity=Severity.FIX,
            about=Place(checkpoint="after-draft"),
            problem="No run can go on from the checkpoint after “Draft”, although every run pays for its save.",
            why="A later step needs “day” and “letters”, and the snapshot does not hold that.",
            fix=(
                Choice(
                    "Save “day” and “letters” here too. The save may take longer.",
                    AddToSnapshot("after-draft", ("day", "letters")),
                ),
                Choice("Let the step that needs it read it again, if the source still gives the same."),
            ),
            witness=(10_000,),
        ),
    )


def test_the_witness_does_all_the_work_again_and_the_mended_plan_does_not() -> None:
    plan = sketch(DRAWING)
    assert outcome(plan, (10_000,)).lost_ms == 10_000
    change = found_in(DRAWING)[0].fix[0].change
    assert change is not None
    assert outcome(change.apply(plan), (10_000,)).lost_ms == 0


def test_what_cannot_be_stored_is_not_offered_to_be_saved() -> None:
    (finding,) = found_in("Sign in -> session\n| holds nothing\nOrder ! <- session\nstate: session (not storable)")
    assert [choice.change for choice in finding.fix] == [None, None]


def test_between_two_items_both_sides_of_the_batch_count() -> None:
    batch = "Read 1s -> list\nSend ! x4 1s <- list -> sent\n|/2 1s holds {}\nWrite <- sent"
    assert found_in(batch.format("list, sent")) == ()
    assert [finding.witness for finding in found_in(batch.format("sent"))] == [(4_000,)]
    assert [finding.witness for finding in found_in(batch.format("list"))] == [(4_000,)]


def test_the_witness_is_the_first_save_that_lacks_something() -> None:
    (finding,) = found_in("Read 1s -> list\nSend ! x4 1s <- list -> nothing\n|/2 1s holds nothing\nWrite <- nothing")
    assert finding.witness == (4_000,)
    assert "“list”" in finding.why


def test_a_checkpoint_inside_a_step_is_held_against_what_is_live_before_it() -> None:
    (finding,) = found_in("Read 4s -> list\nSend ! 2s <- list\n(|) 1s holds nothing")
    assert finding.problem == "A run goes on from the checkpoint inside “Send” without what its later steps need."
    assert finding.witness == (6_000,)


def test_what_is_made_again_before_it_is_needed_is_not_live() -> None:
    assert found_in("Read -> list\n| holds nothing\nRead again <- nothing -> list\nSend ! <- list") == ()


def test_what_is_there_from_the_start_need_not_be_saved() -> None:
    assert found_in("Read -> list\n| holds list\nSend ! <- list, rate\nstate: rate") == ()
