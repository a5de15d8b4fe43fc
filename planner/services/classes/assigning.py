"""Sharing out the reviews of a class among its staff: evenly, or by hand."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from django.db import transaction

from planner.core.errors import require
from planner.models import Assignment, Classroom, ClassWork
from planner.services.classes.enlisting import enlist
from planner.services.classes.queue import staff_names, with_states

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime
    from uuid import UUID

    from planner.models import Member


def divide(member: Member, *, among: Collection[int], now: datetime) -> int:
    """Share what is to be reviewed and is nobody's among some of the staff, by their accounts; return how many.

    Who has fewer gets more, so that it comes out even; what somebody has already stays theirs. Again, it finds nothing
    to share. PlanError with the path `among` for nobody, and for one who is not of the staff.
    """
    require(bool(among) and set(among) <= staff_names(member).keys(), "among", "some of those who review in this class")
    enlist(member.classroom.exercise)
    with transaction.atomic():
        Classroom.objects.select_for_update().get(pk=member.classroom_id)
        works = with_states(member, now).filter(verdict=None)
        held = Counter(works.filter(submission__assignment__reviewer__in=among).values_list(_REVIEWER, flat=True))
        load = {user: held[user] for user in sorted(among)}
        free = works.filter(submission__assignment=None).values_list("submission", flat=True)
        return len(Assignment.objects.bulk_create(_even(free, load)))


def _even(submissions: Collection[UUID], load: dict[int, int]) -> list[Assignment]:
    assigned = []
    for submission in submissions:
        user = min(load, key=lambda one: load[one])
        load[user] += 1
        assigned.append(Assignment(submission_id=submission, reviewer_id=user))
    return assigned


def assign(member: Member, *, submissions: Collection[UUID], to: int | None) -> int:
    """Give hand-ins to one of the staff, by the account, or (None) to nobody; return how many.

    PlanError with the path `to` for one who is not of the staff. What is not the newest hand-in of a plan of this class
    is passed over.
    """
    require(to is None or to in staff_names(member), "to", "one of those who review in this class")
    ours = ClassWork.objects.filter(exercise=member.classroom.exercise, submission__in=submissions)
    with transaction.atomic():
        found = list(ours.values_list("submission", flat=True))
        Assignment.objects.filter(submission__in=found).delete()
        if to is not None:
            Assignment.objects.bulk_create(Assignment(submission_id=one, reviewer_id=to) for one in found)
    return len(found)


_REVIEWER = "submission__assignment__reviewer"
