"""The picture of a class: how many are how far, have which finding, and where tests hurt."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planner.models import ClassWork, Member, Submission
from planner.services import submissions
from planner.services.classes import picture as pictures
from planner.services.classes import reviewing
from planner.services.classes.picture import Hurt, Picture, RuleCount
from planner.services.classes.reviewing import Draft, Verdict
from tests.services.classes.crowded import NOW, handed_in, learner, many, opened_class
from tests.services.classes.test_counting import PAY, TWICE, try_again
from tests.services.ready import ready_plan
from tests.services.stored import new_key

pytestmark = pytest.mark.django_db

WORK_TWICE: dict[str, Any] = {**TWICE, "by_step": {"work": {"duplicates": 0.4, "runs_with_duplicates": 0.25}}}


@pytest.fixture
def teacher() -> Member:
    return opened_class()


def hurt(member: Member) -> Submission:
    """A hand-in whose test shows that a step happened twice."""
    row = learner(member.classroom)
    try_again(row, WORK_TWICE)
    return submissions.hand_in(row, version=row.version, key=new_key())


def test_an_empty_class_is_a_picture_of_noughts(teacher: Member) -> None:
    assert pictures.picture(teacher) == Picture(
        learners=0,
        begun=0,
        tested=0,
        handed_in=0,
        accepted=0,
        rules=(),
        worst=(),
        seconds=None,
        timed=0,
        is_behind=False,
    )


def test_each_step_of_the_way_is_counted(teacher: Member) -> None:
    learner(teacher.classroom)
    handed_in(teacher.classroom)
    accepted = handed_in(teacher.classroom)
    points = {criterion.pk: 3 for criterion in teacher.classroom.exercise.criteria.all()}
    reviewing.give(accepted, teacher, Draft(points=points), verdict=Verdict.ACCEPTED, newest=1, now=NOW)
    seen = pictures.picture(teacher)
    assert (seen.learners, seen.begun, seen.tested, seen.handed_in, seen.accepted) == (3, 3, 3, 2, 1)


def test_a_rule_counts_the_plans_that_have_it_and_those_that_were_sure(teacher: Member) -> None:
    learner(teacher.classroom, plan=PAY)
    learner(teacher.classroom, plan=ready_plan("Read -> rows\n|\nPay ! <- rows -> receipt\nReport <- receipt"))
    rules = {rule.code: rule for rule in pictures.picture(teacher).rules}
    assert rules["R301"] == RuleCount(code="R301", have=2, left=0, fixed=0, sure_and_wrong=1)


def test_rules_that_most_have_come_first(teacher: Member) -> None:
    learner(teacher.classroom, plan=PAY)
    learner(teacher.classroom, plan=PAY)
    learner(teacher.classroom)
    rules = pictures.picture(teacher).rules
    assert [rule.have for rule in rules] == sorted((rule.have for rule in rules), reverse=True)


def test_where_it_hurt_is_told_of_plans_that_were_handed_in(teacher: Member) -> None:
    submission = hurt(teacher)
    told = Hurt(submission=submission.pk, number=1, step="“Work”", runs=50, interrupted=100)
    seen = pictures.picture(teacher)
    assert (seen.worst, seen.to_tell) == ((told,), (told,))
    assert pictures.told_of(teacher, submission.pk) == told


def test_what_is_not_handed_in_is_for_its_learner_alone(teacher: Member) -> None:
    row = learner(teacher.classroom)
    try_again(row, WORK_TWICE)
    assert pictures.picture(teacher).worst == ()
    submission = hurt(teacher)
    try_again(submission.plan, WORK_TWICE)
    pictures.picture(teacher)
    with pytest.raises(ClassWork.DoesNotExist):
        pictures.told_of(teacher, submission.pk)


def test_three_runs_are_told_and_eight_are_listed(teacher: Member) -> None:
    for _ in range(9):
        hurt(teacher)
    seen = pictures.picture(teacher)
    assert (len(seen.to_tell), len(seen.worst)) == (3, 8)


def test_a_plan_of_another_class_is_not_told(teacher: Member) -> None:
    elsewhere = opened_class("Autumn")
    submission = hurt(elsewhere)
    pictures.picture(elsewhere)
    with pytest.raises(ClassWork.DoesNotExist):
        pictures.told_of(teacher, submission.pk)


def test_the_number_of_queries_grows_with_nothing() -> None:
    counts = []
    for number in (2, 50):
        member = opened_class(str(number))
        many(member.classroom, number)
        while pictures.picture(member).is_behind:
            pass
        pictures.picture(member)
        with CaptureQueriesContext(connection) as queries:
            pictures.picture(member)
        counts.append(len(queries))
    assert counts == [10, 10]
