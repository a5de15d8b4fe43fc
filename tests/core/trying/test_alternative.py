"""The plans that a plan is compared with, and the action that a prediction is about."""

from __future__ import annotations

from planner.core.change import AddGuards
from planner.core.finding import Choice, Finding, Place, Severity
from planner.core.sketch import sketch
from planner.core.trying.alternative import after_every_step, alternatives, suggested_guards, worst_action
from planner.core.vocabulary import GateWhen, Guard


def offering(*changes: AddGuards) -> Finding:
    return Finding(
        code="R301",
        slug="unguarded-action",
        severity=Severity.FIX,
        about=Place(step=changes[0].step),
        problem="It is paid twice.",
        why="Nothing prevents it.",
        fix=tuple(Choice("Guard it.", change) for change in changes),
    )


def test_four_plans_are_compared() -> None:
    plan = sketch("Read\n|\nPay !\nReport")
    assert [(one.name, one.note, one.plan) for one in alternatives(plan, ())] == [
        ("No checkpoints", "", sketch("Read\nPay !\nReport")),
        ("Your plan", "checkpoints at step 1", plan),
        ("A checkpoint after every step", "your guards as they are", after_every_step(plan)),
        (
            "Your plan, with the suggested guards",
            "on step 2",
            sketch("Read\n|\nPay ! [record, intent, lookup]\nReport"),
        ),
    ]


def test_a_plan_that_is_yours_already_is_not_compared() -> None:
    bare = sketch("Read\nPay ! [record, intent, lookup]")
    assert [(one.name, one.note) for one in alternatives(bare, ())] == [
        ("Your plan", "it has no checkpoints"),
        ("A checkpoint after every step", "your guards as they are"),
    ]


def test_a_checkpoint_after_every_step_but_the_last_holds_what_is_live() -> None:
    plan = sketch("Read\nDraft\n|\nPay !")
    checkpoints = after_every_step(plan).checkpoints
    assert [(one.after, one.snapshot) for one in checkpoints] == [("read", ("read",)), ("draft", ("draft",))]


def test_the_first_guards_that_a_finding_offers_are_taken() -> None:
    asks = AddGuards("pay", (Guard.HUMAN_GATE,), GateWhen.ON_RESUME)
    records = AddGuards("pay", (Guard.ACTION_RECORD,))
    assert suggested_guards(sketch("Read\nPay !"), [offering(asks, records)]) == (asks,)


def test_without_an_offer_the_guards_that_leave_no_gap_are_taken() -> None:
    no_gap = (Guard.ACTION_RECORD, Guard.INTENT_RECORD, Guard.LOOKUP)
    assert suggested_guards(sketch("Pay !\nPost ! [record]\nSet !=\nCharge ! [lookup]"), ()) == (
        AddGuards("pay", no_gap),
        AddGuards("post", no_gap),
    )


def test_the_worst_action_is_unguarded_and_grave_and_the_first_of_its_kind() -> None:
    plan = sketch(
        "Set != [irreversible]\nPay ! [costly, lookup]\nPost ! [nuisance]\nMail ! [irreversible]\nSend ! [irreversible]"
    )
    worst = worst_action(plan)
    assert worst is not None
    assert worst.id == "mail"


def test_where_nothing_acts_outside_no_action_is_the_worst() -> None:
    assert worst_action(sketch("Read <\nApprove ?\nReport")) is None
