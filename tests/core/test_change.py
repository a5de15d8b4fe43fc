"""Changes that a finding offers: each gives the plan that a person would have edited by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from planner.core.change import (
    AddGuards,
    AddResumeChecks,
    AddState,
    AddToSnapshot,
    Change,
    ConfirmAction,
    KeepFor,
    MoveCheckpoint,
    PlaceCheckpoint,
    RemoveCheckpoint,
    RemoveFromSnapshot,
    SetIdempotent,
    SetIdentitySource,
    SetKeySource,
    SetKind,
    SetLoads,
    SetSingleRunner,
    StoreQuestion,
    checks_behind,
)
from planner.core.plan import Checkpoint, Plan, Variable
from planner.core.sketch import sketch
from planner.core.vocabulary import GateWhen, Guard, IdentitySource, KeySource, Kind, Loads, ResumeCheck, SingleRunner

DRAWING = "Draft\n| 2s\nApprove ?\nSend ! x6\n|/2\nReport"


@pytest.mark.parametrize(
    ("change", "edited"),
    [
        (AddGuards("send", (Guard.ACTION_RECORD,)), DRAWING.replace("x6", "x6 [record]")),
        (SetKeySource("send", KeySource.STORED), None),
        (SetKind("draft", Kind.READ), DRAWING.replace("Draft", "Draft <")),
        (SetIdempotent("send", idempotent=True), DRAWING.replace("Send !", "Send !=")),
        (StoreQuestion("approve"), DRAWING.replace("?", "?=")),
        (AddToSnapshot("after-draft", ("draft", "day")), DRAWING.replace("| 2s", "| 2s holds draft, day")),
        (RemoveFromSnapshot("after-draft", ("draft",)), DRAWING.replace("| 2s", "| 2s holds nothing")),
        (RemoveCheckpoint("after-draft"), DRAWING.replace("| 2s\n", "")),
        (AddState(("day",)), f"{DRAWING}\nstate: day"),
        (SetLoads(Loads.FIRST), f"{DRAWING}\nloads: first"),
        (SetIdentitySource(IdentitySource.PROCESS), f"{DRAWING}\nidentity: process"),
        (SetSingleRunner(SingleRunner.LEASE), f"{DRAWING}\nrunner: lease"),
        (KeepFor(3_600_000), f"{DRAWING}\nkeeps: 1h"),
    ],
)
def test_a_change_gives_the_plan_that_would_be_drawn_so(change: Change, edited: str | None) -> None:
    plan = sketch(DRAWING)
    if edited is None:
        steps = tuple(replace(step, key_source=KeySource.STORED) if step.id == "send" else step for step in plan.steps)
        assert change.apply(plan).steps == steps
    else:
        assert change.apply(plan) == sketch(edited)


def test_a_confirmed_action_is_waited_for() -> None:
    assert ConfirmAction("pay").apply(sketch("Pay ! [unconfirmed]")) == sketch("Pay !")


def test_guards_that_are_there_already_stay_and_are_not_doubled() -> None:
    plan = AddGuards("pay", (Guard.LOOKUP, Guard.ACTION_RECORD)).apply(sketch("Pay ! [record]"))
    assert plan == sketch("Pay ! [record, lookup]")


def test_a_person_can_be_asked_on_resume_only() -> None:
    change = AddGuards("pay", (Guard.HUMAN_GATE,), gate_when=GateWhen.ON_RESUME)
    assert change.apply(sketch("Pay !")) == sketch("Pay ! [ask on resume]")


def test_a_guard_brings_the_resume_check_that_it_rests_on() -> None:
    plan = AddGuards("pay", (Guard.LOOKUP,)).apply(sketch("Pay !\nchecks: identity"))
    assert plan.resume.checks == (ResumeCheck.IDENTITY, ResumeCheck.IN_DOUBT_ACTIONS)


def test_where_no_check_is_answered_a_guard_leaves_it_open() -> None:
    assert AddGuards("pay", (Guard.LOOKUP,)).apply(sketch("Pay !\nchecks: -")).resume.checks is None


def test_the_first_check_that_is_answered_does_not_switch_guards_off() -> None:
    plan = AddResumeChecks((ResumeCheck.IDENTITY,)).apply(sketch("Pay ! [record, lookup]\nchecks: -"))
    assert plan.resume.checks == (ResumeCheck.ACTION_RECORDS, ResumeCheck.IN_DOUBT_ACTIONS, ResumeCheck.IDENTITY)


def test_a_placed_checkpoint_holds_what_is_live_and_has_an_id_of_its_own() -> None:
    plan = PlaceCheckpoint("approve").apply(sketch(DRAWING))
    assert plan.checkpoints[-1] == Checkpoint(id="checkpoint-3", after="approve", snapshot=("approve",))
    again = PlaceCheckpoint("approve").apply(replace(plan, checkpoints=plan.checkpoints[2:]))
    assert [checkpoint.id for checkpoint in again.checkpoints] == ["checkpoint-3", "checkpoint-2"]
    assert PlaceCheckpoint("report").apply(again).checkpoints[-1].id == "checkpoint-4"


def test_a_moved_checkpoint_keeps_its_id_and_cost_and_holds_what_is_live_there() -> None:
    plan = sketch("Read -> list\nSend ! x6 <- list -> sent\n(|) 3s\nReport <- sent")
    assert MoveCheckpoint("in-send", "send").apply(plan).checkpoints == (
        Checkpoint(id="in-send", after="send", snapshot=("sent",), save_ms=3_000),
    )
    assert MoveCheckpoint("in-send", "send", every_items=2).apply(plan).checkpoints == (
        Checkpoint(id="in-send", after="send", every_items=2, snapshot=("list", "sent"), save_ms=3_000),
    )


def test_state_that_is_listed_already_is_not_listed_again() -> None:
    plan = sketch("Read\nstate: day (sensitive)")
    assert AddState(("day", "rate")).apply(plan).state == (
        Variable(name="day", sensitive=True),
        Variable(name="rate"),
    )


@pytest.mark.parametrize(
    "change", [SetKind("gone", Kind.READ), AddToSnapshot("gone", ()), RemoveCheckpoint("gone"), PlaceCheckpoint("gone")]
)
def test_a_change_to_what_is_no_longer_there_is_a_key_error(change: Change) -> None:
    with pytest.raises(KeyError):
        change.apply(sketch(DRAWING))


def test_the_plan_before_stays_as_it_was() -> None:
    plan = sketch(DRAWING)
    assert isinstance(SetLoads(Loads.FIRST).apply(plan), Plan)
    assert plan == sketch(DRAWING)


def test_only_records_and_lookups_rest_on_a_resume_check() -> None:
    assert checks_behind([Guard.HUMAN_GATE, Guard.IDEMPOTENCY_KEY]) == ()
    assert checks_behind([Guard.INTENT_RECORD]) == (ResumeCheck.ACTION_RECORDS,)
