"""The difference of two plans says what changed, in words, and nothing else."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.core.comparing.difference import Difference, Turn, difference
from planner.core.finding import THE_PLAN, Place
from planner.core.plan import Answers, Checkpoint, Identity, Interruptions, Plan, Resume, Step, Storage, Variable
from planner.core.sketch import sketch
from planner.core.vocabulary import Guard, Reply, ResumeCheck
from planner.core.wordings import reading
from tests.core.strategies import plans

PLAN = sketch("Read -> rows\n| holds rows\nPay ! 4s [record]\nReport")


def told(before: Plan, after: Plan) -> list[tuple[str, str, str, str]]:
    return [(one.turn.value, one.what, one.before, one.after) for one in difference(before, after)]


def with_step(step_id: str, **changes: object) -> Plan:
    steps = tuple(replace(step, **changes) if step.id == step_id else step for step in PLAN.steps)  # type: ignore[arg-type]
    return replace(PLAN, steps=steps)


@given(plans())
def test_a_plan_does_not_differ_from_itself(plan: Plan) -> None:
    assert difference(plan, plan) == ()


@given(plans(), plans())
def test_the_way_back_tells_of_as_many_things(one: Plan, other: Plan) -> None:
    there, back = difference(one, other), difference(other, one)
    count = {turn: sum(each.turn is turn for each in there) for turn in Turn}
    assert {turn: sum(each.turn is turn for each in back) for turn in Turn} == {
        Turn.ADDED: count[Turn.REMOVED],
        Turn.REMOVED: count[Turn.ADDED],
        Turn.MOVED: count[Turn.MOVED],
        Turn.CHANGED: count[Turn.CHANGED],
    }


@given(plans(), plans())
def test_what_differs_reads_differently(one: Plan, other: Plan) -> None:
    for each in difference(one, other):
        assert (each.before != each.after) == (each.turn in (Turn.CHANGED, Turn.MOVED))


@given(plans(), st.randoms(use_true_random=False))
def test_no_more_steps_move_than_were_moved(plan: Plan, rng: object) -> None:
    steps = list(plan.steps)
    if len(steps) > 2:
        steps.insert(rng.randrange(len(steps)), steps.pop(rng.randrange(len(steps))))  # type: ignore[attr-defined]
    moved = [one for one in difference(plan, replace(plan, steps=tuple(steps))) if one.about.step]
    assert [one.turn for one in moved] == [Turn.MOVED] * (tuple(steps) != plan.steps)


def test_steps_that_come_go_and_move_are_named_with_their_number() -> None:
    after = sketch("Report\nRead -> rows\n| holds rows\nCheck <- rows")
    assert [line[:2] for line in told(PLAN, after) if line[1].startswith("Step") and ":" not in line[1]] == [
        ("removed", "Step 2, “Pay”"),
        ("moved", "Step 1, “Report”"),
        ("added", "Step 3, “Check”"),
    ]


def test_a_guard_is_added_to_its_step() -> None:
    after = with_step("pay", guards=(Guard.ACTION_RECORD, Guard.LOOKUP))
    assert difference(PLAN, after) == (
        Difference(turn=Turn.ADDED, about=Place(step="pay"), what="Look it up before acting, a guard on step 2, “Pay”"),
    )


def test_a_time_reads_exactly() -> None:
    assert told(PLAN, with_step("pay", duration_ms=3_600_001)) == [
        ("changed", "Step 2, “Pay”: how long it takes", "4 s", "1 h 0.001 s")
    ]


def test_a_checkpoint_tells_where_it_moved_and_what_it_saves() -> None:
    moved = replace(PLAN.checkpoints[0], after="pay", snapshot=("rows", "receipt"))
    assert told(PLAN, replace(PLAN, checkpoints=(moved,))) == [
        ("moved", "Checkpoint A", "after step 1, “Read”", "after step 2, “Pay”"),
        ("added", "“receipt”, saved at checkpoint A", "", ""),
    ]


def test_an_answer_and_its_reason_are_two_things() -> None:
    checkpoint = PLAN.checkpoints[0]
    complete = replace(checkpoint.answers.complete, answer=Reply.YES, reason="All of it.")
    after = replace(PLAN, checkpoints=(replace(checkpoint, answers=replace(checkpoint.answers, complete=complete)),))
    question = "“Is everything that the rest of the run needs saved here?”"
    assert told(PLAN, after) == [
        ("changed", f"Checkpoint A: {question}", "not answered", "Yes"),
        ("changed", f"Checkpoint A: the reason for {question}", "nothing", "“All of it.”"),
    ]


def test_resume_checks_tell_what_came_and_their_order() -> None:
    def checking(*checks: ResumeCheck) -> Plan:
        return replace(PLAN, resume=replace(PLAN.resume, checks=checks))

    lock, same = ResumeCheck.LOCK, ResumeCheck.IDENTITY
    assert told(checking(lock), checking(lock, same)) == [
        ("added", "Is this the same run?, checked by a resume", "", "")
    ]
    assert told(checking(lock, same), checking(same, lock)) == [
        (
            "changed",
            "The order in which a resume checks",
            "Is nobody else running it? Is this the same run?",
            "Is this the same run? Is nobody else running it?",
        )
    ]


def test_a_described_variable_is_part_of_the_plan() -> None:
    after = replace(PLAN, state=(Variable(name="rows", sensitive=True),))
    assert difference(PLAN, after) == (Difference(turn=Turn.ADDED, about=THE_PLAN, what="The description of “rows”"),)


@pytest.mark.parametrize(
    ("parts", "fields_read", "aside"),
    [
        ((Step,), reading.STEP + reading.STEP_LISTS, {"id"}),
        ((Checkpoint,), reading.CHECKPOINT + reading.CHECKPOINT_LISTS, {"id", "after", "inside"}),
        ((Variable,), reading.VARIABLE, {"name"}),
    ],
)
def test_every_field_is_read(parts: tuple[type, ...], fields_read: tuple[object, ...], aside: set[str]) -> None:
    """A field that the format gains later is missed here first."""

    class Watched:
        def __init__(self) -> None:
            self.seen: set[str] = set()

        def __getattr__(self, name: str) -> object:
            self.seen.add(name)
            return Answers() if name == "answers" else None

    watched = Watched()
    for field in fields_read:
        field.read(watched)  # type: ignore[attr-defined]
    assert watched.seen == {field.name for part in parts for field in fields(part)} - aside


def test_every_field_of_the_whole_is_read() -> None:
    seen: set[tuple[str, str]] = set()

    class Watched:
        def __init__(self, name: str = "") -> None:
            self.name = name

        def __getattr__(self, name: str) -> object:
            if self.name:
                seen.add((self.name, name))
                return None
            if name in groups:
                return Watched(name)
            seen.add(("", name))
            return None

    groups = {"identity": Identity, "storage": Storage, "resume": Resume, "interruptions": Interruptions}
    for field in reading.PLAN + reading.PLAN_LISTS:
        field.read(Watched())
    expected = {(group, field.name) for group, kind in groups.items() for field in fields(kind)}
    assert seen == expected | {("", "title"), ("", "goal")}
