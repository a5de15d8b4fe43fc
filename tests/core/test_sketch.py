"""Sketches: what each mark means, and what is filled in where nothing is written."""

from __future__ import annotations

import pytest

from planner.core import sketch as sketch_module
from planner.core.errors import PlanError
from planner.core.plan import Answer, Answers, Checkpoint, Identity, Interruptions, ReplayRisk, Step, Variable
from planner.core.sketch import sketch
from planner.core.vocabulary import (
    Consequence,
    GateWhen,
    Guard,
    IdentitySource,
    KeySource,
    Kind,
    Loads,
    Reply,
    ResumeCheck,
    SingleRunner,
)


def the_step(line: str) -> Step:
    (step,) = sketch(line).steps
    return step


def test_a_step_needs_what_the_one_before_produces_and_a_snapshot_holds_what_is_live() -> None:
    plan = sketch("read\npay !\n|\nreport")
    assert plan.steps == (
        Step(id="read", name="read", produces=("read",)),
        Step(id="pay", name="pay", kind=Kind.ACTION, idempotent=False, needs=("read",), produces=("pay",)),
        Step(id="report", name="report", needs=("pay",)),
    )
    assert plan.checkpoints == (Checkpoint(id="after-pay", after="pay", snapshot=("pay",)),)


@pytest.mark.parametrize(
    ("line", "step"),
    [
        ("Read a list <", Step(id="read-a-list", name="Read a list", kind=Kind.READ)),
        ("Draft ~ 25min", Step(id="draft", name="Draft", deterministic=False, duration_ms=1_500_000)),
        ("Send !? x48 4s", Step(id="send", name="Send", kind=Kind.ACTION, items=48, duration_ms=4_000)),
        ("Set !=", Step(id="set", name="Set", kind=Kind.ACTION, idempotent=True)),
        ("Ask ?", Step(id="ask", name="Ask", kind=Kind.GATE)),
        ("Ask ?=", Step(id="ask", name="Ask", kind=Kind.GATE, question_stored=True)),
        ("Pay !? @0.25", Step(id="pay", name="Pay", kind=Kind.ACTION, effect_at=0.25)),
        ("60s", Step(id="step-1")),
        (
            "Merge 250ms <- a, b -> c",
            Step(id="merge", name="Merge", duration_ms=250, needs=("a", "b"), produces=("c",)),
        ),
        ("Stop <- nothing", Step(id="stop", name="Stop")),
    ],
)
def test_marks_say_what_a_step_is(line: str, step: Step) -> None:
    assert the_step(line) == step


def test_the_brackets_hold_guards_and_other_traits() -> None:
    assert the_step("Pay !? [record, intent, lookup]").guards == (
        Guard.ACTION_RECORD,
        Guard.INTENT_RECORD,
        Guard.LOOKUP,
    )
    assert the_step("Pay !? [derived key, kept 24h]") == Step(
        id="pay",
        name="Pay",
        kind=Kind.ACTION,
        guards=(Guard.IDEMPOTENCY_KEY,),
        key_source=KeySource.DERIVED,
        key_retention_ms=86_400_000,
    )
    assert the_step("Pay !? [ask on resume, waits 2min, unconfirmed, marked as not repeating, costly]") == Step(
        id="pay",
        name="Pay",
        kind=Kind.ACTION,
        guards=(Guard.HUMAN_GATE,),
        gate_when=GateWhen.ON_RESUME,
        gate_ms=120_000,
        confirmed=False,
        replay_risk=ReplayRisk(repeats=False),
        consequence=Consequence.COSTLY,
    )


@pytest.mark.parametrize(
    ("line", "checkpoint"),
    [
        ("|", Checkpoint(id="after-two", after="two", snapshot=("two",))),
        ("(|)", Checkpoint(id="in-two", inside="two", snapshot=("one",))),
        ("|/3 2.5s", Checkpoint(id="after-two", after="two", every_items=3, save_ms=2_500, snapshot=("one", "two"))),
        ("| holds nothing", Checkpoint(id="after-two", after="two")),
        ("| 0s holds b, a", Checkpoint(id="after-two", after="two", save_ms=0, snapshot=("b", "a"))),
    ],
)
def test_a_checkpoint_stands_at_the_step_above_it(line: str, checkpoint: Checkpoint) -> None:
    assert sketch(f"one\ntwo x9\n{line}\nthree").checkpoints == (checkpoint,)


def test_five_words_answer_the_five_questions() -> None:
    (checkpoint,) = sketch("one\n| answered yes no unsure - yes").checkpoints
    assert checkpoint.answers == Answers(
        complete=Answer(answer=Reply.YES, reason="As drawn."),
        consistent=Answer(answer=Reply.NO, reason="As drawn."),
        confirmed=Answer(answer=Reply.UNSURE, reason="As drawn."),
        worthwhile=Answer(answer=Reply.YES, reason="As drawn."),
    )


def test_what_is_drawn_twice_gets_ids_of_its_own() -> None:
    plan = sketch("pay !\n|\n|\npay !\n|")
    assert [step.id for step in plan.steps] == ["pay", "pay-2"]
    assert [checkpoint.id for checkpoint in plan.checkpoints] == ["after-pay", "after-pay-2", "after-pay-2-2"]


def test_lines_with_a_key_say_what_holds_for_the_plan() -> None:
    plan = sketch(
        """
        read
        state: token (not storable), donors (sensitive and not storable), list
        identity: process
        runner: -
        loads: first
        checks: identity, lock
        recovery: 10s
        keeps: 1h
        interrupted: restart 1h (down 1min), limit 20min
        """
    )
    assert plan.state == (
        Variable(name="token", storable=False),
        Variable(name="donors", storable=False, sensitive=True),
        Variable(name="list"),
    )
    assert plan.identity == Identity(source=IdentitySource.PROCESS)
    assert plan.resume.loads is Loads.FIRST
    assert plan.resume.checks == (ResumeCheck.IDENTITY, ResumeCheck.LOCK)
    assert (plan.resume.recovery_ms, plan.storage.keeps_ms) == (10_000, 3_600_000)
    assert plan.interruptions == Interruptions(
        restart_every_ms=3_600_000, restart_downtime_ms=60_000, session_limit_ms=1_200_000
    )


def test_what_is_not_written_is_as_a_careful_person_would_have_it() -> None:
    plan = sketch("read")
    assert plan.identity == Identity(source=IdentitySource.BUSINESS_KEY, single_runner=SingleRunner.LOCK)
    assert plan.resume.loads is Loads.LATEST_VALID
    assert plan.resume.checks == tuple(ResumeCheck)


def test_the_example_in_the_module_s_own_words_can_be_read() -> None:
    example = (sketch_module.__doc__ or "").split("\n\n")[1]
    plan = sketch(example)
    assert [step.name for step in plan.steps] == [
        "Read the donations",
        "Draft letters",
        "Approve the letters",
        "Send letters",
        "Report",
    ]
    assert [checkpoint.id for checkpoint in plan.checkpoints] == ["after-draft-letters", "after-send-letters"]


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        ("pay ! late", "line 1: “pay ! late” is not part of a sketch: “late” is no mark; the name comes first"),
        (
            "pay\n| for 2s",
            "line 2: “| for 2s” is not part of a sketch: a time, “holds …”, “answered …” follow the bar, in this order",
        ),
        ("|\npay", "line 1: a checkpoint stands below the step that it belongs to"),
        ("pay [twice]", "line 1: “pay [twice]” is not part of a sketch: nothing in brackets is called “twice”"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(drawing: str, message: str) -> None:
    with pytest.raises(PlanError) as error:
        sketch(drawing)
    assert str(error.value) == message
