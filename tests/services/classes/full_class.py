"""A class of any size in which every learner has handed in and most have a review, made in few statements."""

from __future__ import annotations

import uuid
from itertools import cycle
from typing import TYPE_CHECKING

from planner.models import Criterion, Member, Plan, Review, RosterEntry, Score, SimulationRun, Submission
from planner.services.classes.counting import count
from planner.services.classes.enlisting import enlist
from tests.services.classes.crowded import NOW, handed_in

if TYPE_CHECKING:
    from django.db.models import Model

VERDICTS = ("accepted", "changes", "")


def fill(member: Member, number: int) -> None:
    """Let so many learners of the school's list hand in copies of one plan.

    Two of three have a review, and all tests are counted.
    """
    first = handed_in(member.classroom, "Learner 1")
    exercise = member.classroom.exercise
    tokens = [uuid.uuid4().hex for _ in range(number - 1)]
    plans = Plan.objects.bulk_create(
        Plan(session_token=token, exercise=exercise, title=first.plan.title) for token in tokens
    )
    Member.objects.bulk_create(
        Member(classroom=member.classroom, session_token=token, name=f"Learner {at}")
        for at, token in enumerate(tokens, 2)
    )
    tests = SimulationRun.objects.bulk_create(
        SimulationRun(**_copied(first.test, id=None, key=uuid.uuid4(), plan_id=plan.pk)) for plan in plans
    )
    Submission.objects.bulk_create(
        Submission(**_copied(first, id=uuid.uuid4(), key=uuid.uuid4(), plan_id=test.plan_id, test_id=test.pk))
        for test in tests
    )
    _expect(member)
    _review(member)
    enlist(exercise)
    while count(exercise, most_seconds=60):
        pass


def _expect(member: Member) -> None:
    learners = member.classroom.members.filter(role="learner")
    RosterEntry.objects.bulk_create(
        RosterEntry(classroom=member.classroom, name=one.name, number=f"S{at:05}", member=one)
        for at, one in enumerate(learners, 1)
    )


def _review(member: Member) -> None:
    handed = Submission.objects.filter(plan__exercise=member.classroom.exercise)
    reviews = Review.objects.bulk_create(
        Review(submission=one, reviewer=member.user, verdict=verdict, given_at=NOW)
        for one, verdict in zip(handed, cycle(VERDICTS), strict=False)
        if verdict
    )
    criteria = Criterion.objects.filter(exercise=member.classroom.exercise)
    Score.objects.bulk_create(
        Score(review=review, criterion=criterion, points=at % 4)
        for at, review in enumerate(reviews)
        for criterion in criteria
    )


def _copied(row: Model, **other: object) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields} | other
