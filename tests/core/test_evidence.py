"""The facts behind the five questions."""

from __future__ import annotations

import random

import pytest

from planner.core.evidence import Evidence, evidence, unconfirmed_before
from planner.core.explore import explore
from planner.core.exploring.event import Mishap
from planner.core.sketch import sketch
from planner.core.timeline import compile_plan
from planner.core.vocabulary import Question
from tests.core.random_plans import random_plan


def about(drawing: str, question: Question, *, checkpoint: int = 0) -> Evidence:
    return evidence(compile_plan(sketch(drawing)))[checkpoint][question]


@pytest.mark.parametrize(
    ("drawing", "fact"),
    [
        (
            "Read\n|\nWrite",
            Evidence(True, "Everything that the rest of the run needs from before is saved here and can be stored."),
        ),
        (
            "Read -> a, b\n| holds nothing\nWrite",
            Evidence(False, "The rest of the run needs “a” and “b”, which is not saved here."),
        ),
        (
            "Read\n|\nWrite\nstate: read (not storable)",
            Evidence(False, "The rest of the run needs “read”, which cannot be stored."),
        ),
        (
            "Read\nSend ! x4\n|/2 holds send\nWrite",
            Evidence(False, "The rest of the run needs “read”, which is not saved here."),
        ),
    ],
)
def test_complete_needs_every_live_variable_at_every_position(drawing: str, fact: Evidence) -> None:
    assert about(drawing, Question.COMPLETE) == fact


def test_consistent_is_a_place_between_steps() -> None:
    assert about("Read\n|", Question.CONSISTENT) == Evidence(
        True, "It stands behind “Read”, where no step is half done."
    )
    assert about("Read\n(|)", Question.CONSISTENT) == Evidence(
        False, "It stands inside “Read”, which is half done then."
    )


@pytest.mark.parametrize(
    ("drawing", "fact"),
    [
        ("Pay !\n|", Evidence(True, "The run waits for the result of every action before it.")),
        ("Pay ! [unconfirmed]\nRead\n|", Evidence(False, "Nobody waits for the result of “Pay”.")),
        ("Read\n|\nPay ! [unconfirmed]", Evidence(True, "The run waits for the result of every action before it.")),
        ("Pay !\n(|)", Evidence(False, "It stands inside “Pay”, whose result is not known yet.")),
        ("Read\n(|)", Evidence(True, "The run waits for the result of every action before it.")),
    ],
)
def test_confirmed_is_what_the_run_waits_for(drawing: str, fact: Evidence) -> None:
    assert about(drawing, Question.CONFIRMED) == fact


NOTHING = Evidence(True, "Up to the next recovery point, no action can happen twice or be left out.")


@pytest.mark.parametrize(
    ("drawing", "fact"),
    [
        ("Read\n|\nPay !\nMail !", Evidence(False, "From here on “Pay” and “Mail” can happen twice.")),
        ("Read\n|\nPay ! [intent]\nMail !=", Evidence(False, "From here on “Pay” can be left out.")),
        (
            "Read\n|\nPay ! [intent]\nMail !",
            Evidence(False, "From here on “Mail” can happen twice. From here on “Pay” can be left out."),
        ),
        ("Read\n|\nSet !=\nAsk ?\nPay ! [record, intent, lookup]", NOTHING),
        ("Read\n|\nWrite\n|\nPay !", NOTHING),
        ("Read\n|\nWrite\n| holds nothing\nPay !", Evidence(False, "From here on “Pay” can happen twice.")),
        ("Pay !\n(|)\nWrite", Evidence(False, "From here on “Pay” can happen twice.")),
        ("Read\n| holds nothing\nWrite", Evidence(False, "No run can come back here: the snapshot cannot be used.")),
        ("Read\n|\nWrite\nPay !\nloads: restart", Evidence(False, "From here on “Pay” can happen twice.")),
        ("Pay !\n|\nWrite", NOTHING),
    ],
)
def test_repeatable_looks_as_far_as_the_next_recovery_point(drawing: str, fact: Evidence) -> None:
    assert about(drawing, Question.REPEATABLE) == fact


def test_under_first_it_looks_to_the_end() -> None:
    fact = about("Read\n|\nWrite\n|\nPay !\nloads: first", Question.REPEATABLE)
    assert fact == Evidence(False, "From here on “Pay” can happen twice.")


def test_a_batch_that_is_saved_in_between_is_looked_at_from_each_save() -> None:
    assert not about("Read\nSend ! x4\n|/2\nWrite", Question.REPEATABLE).holds
    assert about("Read\nSend ! x4\n|\nWrite", Question.REPEATABLE).holds


@pytest.mark.parametrize(
    ("drawing", "because"),
    [
        ("Read 10s\nPay ! 1s\n| 2min\nDraft 20min", "Without it “Pay” could be repeated for longer."),
        (
            "Draft ~ 10s\n| 2min\nPay != 1s\nPrint 20min",
            "Without it “Draft” could come out differently after an action has used its result.",
        ),
        (
            "Read 20min\n| 1s\nDraft 20min\ninterrupted: restart 1h",
            "A run takes 2,850 s on average with it and 3,412 s without it.",
        ),
    ],
)
def test_worthwhile_says_what_would_be_lost_without_it(drawing: str, because: str) -> None:
    assert about(drawing, Question.WORTHWHILE) == Evidence(True, because)


def test_only_unconfirmed_actions_before_the_position_count() -> None:
    plan = sketch("Pay ! [unconfirmed]\n(|)\n|\nMail ! [unconfirmed]\n|")
    found = [[step.id for step in unconfirmed_before(plan, checkpoint)] for checkpoint in plan.checkpoints]
    assert found == [[], ["pay"], ["pay", "mail"]]


@pytest.mark.parametrize("seed", range(150))
def test_a_plan_whose_checkpoints_are_all_repeatable_harms_nobody_behind_the_first(seed: int) -> None:
    """Held against every schedule of two interruptions."""
    plan = random_plan(random.Random(seed), finite_retention=False)
    timeline = compile_plan(plan)
    facts = evidence(timeline)
    if not facts or not all(five[Question.REPEATABLE].holds for five in facts):
        return
    first = min(save.unit + (not save.inside) for save in timeline.saves)
    behind = {step.id for at, step in enumerate(plan.steps) if timeline.first_unit[at] >= first}
    harmed = {
        event.step
        for event in explore(timeline, interruptions=2).possible
        if event.mishap in (Mishap.DUPLICATES, Mishap.MISSED)
    }
    assert not harmed & behind
