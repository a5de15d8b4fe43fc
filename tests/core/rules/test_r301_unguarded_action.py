"""R301: actions that can be duplicated and that no recovery point follows directly."""

from __future__ import annotations

import pytest

from planner.core.change import AddGuards, PlaceCheckpoint, SetIdentitySource
from planner.core.check import check_plan
from planner.core.finding import Choice, Finding, Place, Severity
from planner.core.sketch import sketch
from planner.core.vocabulary import GateWhen, Guard, IdentitySource
from tests.core.rules.playing import outcome

RECORDS = (Guard.ACTION_RECORD, Guard.INTENT_RECORD)


def found_in(drawing: str) -> tuple[Finding, ...]:
    return check_plan(sketch(drawing), select=["R301"])


def places(drawing: str) -> list[str | None]:
    return [finding.about.step for finding in found_in(drawing)]


def test_the_finding_says_what_happens_twice_and_offers_guards_with_their_limits() -> None:
    assert found_in("Read 10s\nPay ! 4s\nFile 20s") == (
        Finding(
            code="R301",
            slug="unguarded-action",
            severity=Severity.FIX,
            about=Place(step="pay"),
            problem="“Pay” can happen twice: a run that stops behind it goes back and does it again.",
            why="Nothing guards it, and no place that a run can come back to follows it directly.",
            fix=(
                Choice(
                    "Record the action before and after, and look unclear ones up. The other system must be able to "
                    "tell.",
                    AddGuards("pay", (*RECORDS, Guard.LOOKUP)),
                ),
                Choice(
                    "Record the action before and after, and let a person decide unclear ones. The run waits for that "
                    "person.",
                    AddGuards("pay", (*RECORDS, Guard.HUMAN_GATE), GateWhen.ON_RESUME),
                ),
                Choice(
                    "Send a key that the receiver recognises (idempotency key). It helps for as long as the receiver "
                    "keeps it.",
                    AddGuards("pay", (Guard.IDEMPOTENCY_KEY,)),
                ),
                Choice(
                    "Place a checkpoint behind “Pay”. It repeats less often then, and still can.",
                    PlaceCheckpoint("pay"),
                ),
                Choice(
                    "Undo it afterwards (compensation). That repairs a repeat and does not prevent it, so this stays."
                ),
            ),
            witness=(12_000,),
        ),
    )


def test_the_witness_repeats_the_action_and_nothing_earlier_does() -> None:
    plan = sketch("Read 10s\nPay ! 4s\nFile 20s")
    assert outcome(plan, (12_000,)).tally.duplicates == [0, 1, 0]
    assert outcome(plan, (11_999,)).tally.duplicates == [0, 0, 0]


def test_the_problem_names_what_cannot_be_undone() -> None:
    (finding,) = found_in("Pay ! [irreversible]\nFile")
    assert finding.problem.startswith("“Pay” can happen twice, which cannot be undone: ")


@pytest.mark.parametrize(
    "drawing",
    [
        "Pay !=\nFile",
        "Pay ! [record, intent, lookup]\nFile",
        "Pay ! [lookup]\nFile",
        "Pay ! [ask]\nFile",
        "Pay ! [ask on resume]\nFile\nidentity: process",
        "Pay ! [stored key]\nFile",
        "Pay ! [record]\nFile",
        "Pay !\n|\nFile",
        "Approve ?\nFile",
    ],
)
def test_what_is_guarded_followed_or_harmless_is_accepted(drawing: str) -> None:
    assert places(drawing) == []


def test_an_act_at_the_very_end_cannot_be_repeated() -> None:
    assert places("Read\nPay ! 4s @1") == []
    assert places("Read\nPay ! 4s @0.9") == ["pay"]


def test_a_save_that_takes_no_time_right_at_the_act_leaves_no_gap() -> None:
    assert found_in("Pay ! 4s @1\n| 0s\nFile") == ()
    assert check_plan(sketch("Pay ! 4s @1\n| 0s\nFile"), select=["R302"]) == ()


@pytest.mark.parametrize(
    ("setting", "why"),
    [
        ("checks: identity", "The resumed run does not look at its guard, and "),
        (
            "identity: process",
            "Its guard is lost with the run, and a restart does not find the run, so it begins ",
        ),
    ],
)
def test_a_guard_that_does_not_act_counts_as_none(setting: str, why: str) -> None:
    (finding,) = found_in(f"Pay ! [record]\nFile\n{setting}")
    assert finding.why.startswith(why)


def test_a_run_that_is_not_found_needs_a_name_before_records_help() -> None:
    (finding,) = found_in("Pay !\nFile\nidentity: new_each_start")
    assert [choice.change for choice in finding.fix] == [
        SetIdentitySource(IdentitySource.BUSINESS_KEY),
        AddGuards("pay", (Guard.LOOKUP,)),
        AddGuards("pay", (Guard.HUMAN_GATE,), GateWhen.ON_RESUME),
        None,
    ]


@pytest.mark.parametrize(
    "setting",
    ["loads: restart", "identity: process", "loads: first", "state: pay (not storable)"],
)
def test_a_checkpoint_that_no_run_comes_back_to_does_not_follow(setting: str) -> None:
    assert places(f"Read\n|\nPay ! 4s\n|\nFile\n{setting}") == ["pay"]


def test_behind_a_broken_snapshot_that_is_loaded_nothing_repeats_because_the_run_ends() -> None:
    plan = "Read\n| holds nothing\nPay !\nFile\nloads: latest"
    assert found_in(plan) == ()
    assert not outcome(sketch(plan), (100_000,)).finished


def test_only_the_last_item_of_a_batch_cannot_repeat_if_it_acts_at_the_very_end() -> None:
    assert places("Pay ! x2 4s @1") == ["pay"]
