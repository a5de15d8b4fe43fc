"""Counting a class: how plans stand to rules, who was sure and wrong, where tests hurt, how long parts took."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planner.bridge import core_plan
from planner.core.check import check_plan
from planner.core.finding import Place
from planner.core.plan import ReplayRisk
from planner.core.sketch import sketch
from planner.core.vocabulary import Guard
from planner.models import ClassWork, Edit, HandledRequest, Member, Plan, Prediction, RuleInWork
from planner.services import acceptances, risks, simulations, submissions
from planner.services.classes.counting import count
from planner.services.classes.enlisting import enlist
from planner.services.classes.pace import Pace, paces
from tests.services.classes.crowded import NOW, handed_in, learner, many, opened_class
from tests.services.ready import RESULT, ready_plan
from tests.services.stored import new_key

pytestmark = pytest.mark.django_db

PAY = sketch("Read -> rows\nPay ! <- rows -> receipt\nReport <- receipt")
TWICE = {**RESULT, "by_step": {"pay": {"duplicates": 0.4, "runs_with_duplicates": 0.25}}}


@pytest.fixture
def teacher() -> Member:
    return opened_class()


def try_again(row: Plan, result: dict[str, Any]) -> None:
    """One more test of a plan as it is now."""
    row.refresh_from_db()
    plan = core_plan(row)
    simulations.record(row, version=row.version, key=new_key(), plan=plan, seed=1, runs=200, result=result)


def counted(member: Member) -> None:
    enlist(member.classroom.exercise)
    while count(member.classroom.exercise):
        pass


def standing_to(code: str) -> tuple[str, bool]:
    rule = RuleInWork.objects.get(code=code)
    return rule.standing, rule.sure_and_wrong


def test_a_rule_is_open_then_accepted_then_fixed(teacher: Member) -> None:
    row = learner(teacher.classroom, plan=PAY)
    counted(teacher)
    standings = [standing_to("R301")]
    key = new_key()
    acceptances.accept(row, code="R301", about=Place(step="pay"), reason="It is free.", version=1, key=key)
    try_again(row, RESULT)
    counted(teacher)
    standings.append(standing_to("R301"))
    guards = (Guard.ACTION_RECORD, Guard.INTENT_RECORD, Guard.LOOKUP)
    risks.guard(row, step="pay", guards=guards, version=2, key=new_key())
    try_again(row, RESULT)
    counted(teacher)
    standings.append(standing_to("R301"))
    assert standings == [("open", False), ("accepted", False), ("fixed", False)]


def test_a_hand_in_counts_the_reasons_that_came_after_the_test(teacher: Member) -> None:
    row = learner(teacher.classroom, plan=ready_plan("Read -> rows\n|\nPay ! <- rows -> receipt\nReport <- receipt"))
    counted(teacher)
    assert standing_to("R301") == ("open", True)
    for finding in check_plan(core_plan(row)):
        code, about = finding.code, finding.about
        acceptances.accept(row, code=code, about=about, reason="It is free.", version=row.version, key=new_key())
    submissions.hand_in(row, version=row.version, key=new_key())
    counted(teacher)
    assert standing_to("R301") == ("accepted", True)


def test_who_was_sure_and_wrong_once_stays_so(teacher: Member) -> None:
    sure = tuple(
        replace(step, replay_risk=ReplayRisk(repeats=False)) if step.id == "pay" else step for step in PAY.steps
    )
    row = learner(teacher.classroom, plan=replace(PAY, steps=sure))
    counted(teacher)
    risks.mark(row, step="pay", repeats=True, version=1, key=new_key())
    try_again(row, RESULT)
    counted(teacher)
    assert standing_to("R301") == ("open", True)


@pytest.mark.parametrize(
    ("repeats", "sure", "result", "wrong"),
    [
        ("never", "certain", TWICE, True),
        ("never", "fairly", TWICE, False),
        ("few", "certain", TWICE, False),
        ("never", "certain", RESULT, False),
    ],
)
def test_a_certain_prediction_is_wrong_if_the_test_shows_otherwise(
    teacher: Member, repeats: str, sure: str, result: dict[str, Any], wrong: bool
) -> None:
    row = learner(teacher.classroom, plan=PAY)
    said = {"step": "pay", "repeats": repeats, "repeats_sure": sure, "lost_ms": 0, "lost_sure": "certain"}
    Prediction.objects.create(plan=row, key=uuid4(), version=1, **said)
    try_again(row, result)
    counted(teacher)
    assert standing_to("R301") == ("open", wrong)


def test_the_action_that_happened_twice_most_often_is_named(teacher: Member) -> None:
    row = learner(teacher.classroom, plan=PAY)
    try_again(row, TWICE)
    counted(teacher)
    work = ClassWork.objects.get()
    assert (work.worst_step, work.worst_runs, work.interrupted_runs, work.worst_share) == ("“Pay”", 50, 100, 0.5)


def test_nothing_is_named_where_nothing_happened_twice(teacher: Member) -> None:
    learner(teacher.classroom)
    counted(teacher)
    work = ClassWork.objects.get()
    assert (work.worst_step, work.worst_runs, work.worst_share) == ("", 0, 0)


def test_each_test_is_counted_once(teacher: Member) -> None:
    handed_in(teacher.classroom)
    enlist(teacher.classroom.exercise)
    assert [count(teacher.classroom.exercise) for _ in range(2)] == [False, False]
    with CaptureQueriesContext(connection) as queries:
        assert not count(teacher.classroom.exercise)
    assert len(queries) == 2


def test_what_takes_too_long_is_left_for_the_next_time(teacher: Member) -> None:
    many(teacher.classroom, 3)
    enlist(teacher.classroom.exercise)
    assert [count(teacher.classroom.exercise, most_seconds=0) for _ in range(3)] == [True, True, False]
    assert ClassWork.objects.filter(counted=0).count() == 0


def test_counting_takes_a_fixed_number_of_queries() -> None:
    counts = []
    for number in (2, 30):
        member = opened_class(str(number))
        many(member.classroom, number)
        enlist(member.classroom.exercise)
        with CaptureQueriesContext(connection) as queries:
            count(member.classroom.exercise, most_seconds=60)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_time_goes_to_the_part_that_was_edited_after_it(teacher: Member) -> None:
    row = learner(teacher.classroom, plan=PAY)
    edits = [
        (row.steps.get(slug="pay").pk, "name", 0),
        (row.steps.get(slug="pay").pk, "name", 60),
        (row.steps.get(slug="pay").pk, "guards", 120),
        (row.pk, "resume_loads", 30),
        (uuid4(), "snapshot", 10),
        (row.pk, "title", 3_600),
    ]
    at = NOW
    for version, (part, field, pause) in enumerate(edits, 2):
        key, at = uuid4(), at + timedelta(seconds=pause)
        Edit.objects.create(plan=row, version=version, key=key, part=part, field=field)
        HandledRequest.objects.create(plan=row, key=key, digest="-", outcome={})
        HandledRequest.objects.filter(key=key).update(handled_at=at)
    assert paces([row.pk]) == {row.pk: Pace(steps=60, guards=120, resume=30, checkpoints=10)}


def test_where_no_edit_has_left_a_trace_no_time_is_told(teacher: Member) -> None:
    learner(teacher.classroom)
    counted(teacher)
    assert ClassWork.objects.get().steps_seconds is None
