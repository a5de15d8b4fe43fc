"""Giving each plan of a class a number, and noting what was handed in last."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Exists, Max, OuterRef

from planner.models import Assignment, ClassWork, Exercise, Plan, SimulationRun, Submission
from planner.services.classes import novelty

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from uuid import UUID

    from django.db.models import QuerySet


def enlist(exercise: Exercise) -> None:
    """Number the plans that were tested or handed in since, and note their newest hand-ins.

    Numbers are given out in no order, and never change. Two queries where there is nothing new, a fixed number where
    there is. Whoever was to review a plan is to review its next hand-in, too.
    """
    now = novelty.newest()
    if novelty.is_known("enlisted", exercise, now):
        return
    with transaction.atomic():
        Exercise.objects.select_for_update().get(pk=exercise.pk)
        _number(exercise, list(_unnumbered(exercise).values_list("pk", flat=True)))
        _note(exercise, _newest(_newer(exercise).only("pk", "plan_id", "number", "test_id")))
    novelty.note("enlisted", exercise, now)


def _unnumbered(exercise: Exercise) -> QuerySet[Plan]:
    """Return the plans without a number; whatever was handed in has been tested."""
    tested = SimulationRun.objects.filter(plan=OuterRef("pk"))
    return Plan.objects.filter(Exists(tested), exercise=exercise, class_work=None)


def _newer(exercise: Exercise) -> QuerySet[Submission]:
    """Return the hand-ins that are not noted yet."""
    noted = ClassWork.objects.filter(plan=OuterRef("plan"), latest__gte=OuterRef("number"))
    return Submission.objects.filter(~Exists(noted), plan__exercise=exercise)


def _number(exercise: Exercise, plan_ids: list[UUID]) -> None:
    first = (ClassWork.objects.filter(exercise=exercise).aggregate(last=Max("number"))["last"] or 0) + 1
    random.SystemRandom().shuffle(plan_ids)
    ClassWork.objects.bulk_create(
        ClassWork(plan_id=plan_id, exercise=exercise, number=number) for number, plan_id in enumerate(plan_ids, first)
    )


def _newest(handed_in: Iterable[Submission]) -> Collection[Submission]:
    """Return the newest hand-in of each plan."""
    newest: dict[UUID, Submission] = {}
    for one in handed_in:
        known = newest.get(one.plan_id)
        newest[one.plan_id] = one if known is None or one.number > known.number else known
    return newest.values()


def _note(exercise: Exercise, newest: Collection[Submission]) -> None:
    rows = {
        row.plan_id: row
        for row in ClassWork.objects.filter(exercise=exercise, plan__in=[one.plan_id for one in newest])
    }
    reviewers = dict(
        Assignment.objects.filter(submission__in=[row.submission_id for row in rows.values()]).values_list(
            "submission__plan", "reviewer"
        )
    )
    for one in newest:
        row = rows[one.plan_id]
        row.submission, row.latest = one, one.number
        # Its test is counted once more: the reasons for leaving findings have come since.
        row.counted = min(row.counted, one.test_id - 1)
    ClassWork.objects.bulk_update(rows.values(), ["submission", "latest", "counted"])
    Assignment.objects.bulk_create(
        (Assignment(submission=one, reviewer_id=reviewers[one.plan_id]) for one in newest if one.plan_id in reviewers),
        ignore_conflicts=True,
    )
