"""R305: repeats that carry another key than the receiver has."""

from __future__ import annotations

from planner.core.change import AddGuards, PlaceCheckpoint, SetKeySource
from planner.core.check import check_plan
from planner.core.finding import Finding, Severity
from planner.core.sketch import sketch
from planner.core.vocabulary import GateWhen, Guard, KeySource
from tests.core.rules.playing import outcome

RECORDS = (Guard.ACTION_RECORD, Guard.INTENT_RECORD)


def found_in(drawing: str) -> tuple[Finding, ...]:
    return check_plan(sketch(drawing), select=["R305"])


def test_a_key_made_from_what_is_made_anew_names_its_source() -> None:
    (finding,) = found_in("Draft ~ 10s\nSend ! 4s [derived key]\nFile")
    assert finding.severity is Severity.FIX
    assert finding.problem == ("“Send” can happen twice: the repeat carries another key, so the receiver acts again.")
    assert finding.why == "The key is made from what “Draft” gives, and done again that can come out differently."
    assert finding.witness == (12_000,)
    assert [choice.change for choice in finding.fix] == [
        SetKeySource("send", KeySource.STORED),
        PlaceCheckpoint("draft"),
        AddGuards("send", (*RECORDS, Guard.LOOKUP)),
        AddGuards("send", (*RECORDS, Guard.HUMAN_GATE), GateWhen.ON_RESUME),
    ]


def test_a_new_key_for_each_attempt() -> None:
    (finding,) = found_in("Send ! 4s [new key]\nFile")
    assert finding.why == "Each attempt makes a new key."
    assert finding.witness == (2_000,)


def test_the_key_lasts_if_its_source_is_saved_before_the_act() -> None:
    assert found_in("Draft ~ 10s\n|\nSend ! 4s [derived key]\nFile") == ()


def test_a_broken_save_in_between_does_not_count() -> None:
    assert len(found_in("Draft ~ 10s\n| holds nothing\nSend ! 4s [derived key]\nFile")) == 1


def test_a_source_that_gives_the_same_each_time_is_accepted() -> None:
    assert found_in("Draft 10s\nSend ! 4s [derived key]\nFile") == ()


def test_a_source_that_is_not_done_again_is_accepted() -> None:
    assert found_in("Choose ! ~ [record, lookup]\nSend ! 4s [derived key]\nFile") == ()
    assert len(found_in("Choose ! ~ [lookup]\nSend ! 4s [derived key]\nFile")) == 1


def test_a_save_that_can_be_left_out_costs_one_more_interruption() -> None:
    plan = sketch(
        "Draft ~ 10s -> text\nLog ! 4s [intent] <- text\n(|) 0s\nSend ! 4s [derived key] <- text\nFile\nrecovery: 0s"
    )
    (finding,) = check_plan(plan, select=["R305"])
    assert finding.witness == (10_000, 12_000)
    assert outcome(plan, (10_000, 12_000)).tally.duplicates == [0, 0, 1, 0]
    assert outcome(plan, (16_000,)).tally.duplicates == [0, 0, 0, 0]


def test_a_stored_key_of_a_run_that_is_not_found_is_told_by_position() -> None:
    plan = sketch("Send ! 4s [stored key]\nFile\nidentity: process")
    codes = {finding.code for finding in check_plan(plan)}
    assert codes & {"R301", "R305"} == {"R301"}
