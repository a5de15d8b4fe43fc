"""Deleting what nobody needs any more: work older than its class keeps it, and the traces of edits long past."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from planner.models import Classroom, Edit, HandledForm, HandledRequest, Invitation, Plan, Role, Submission

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

TRACES_KEPT = timedelta(days=90)
"""So long a form can be sent again and an edit taken back: far longer than a session, so no page outlives it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tidied:
    """How much was deleted: plans with all that belongs to them, guests who have left nothing, traces of edits."""

    plans: int
    guests: int
    traces: int


def tidy(*, now: datetime) -> Tidied:
    """Delete what has been kept for long enough; each class in a transaction of its own."""
    plans, guests = 0, 0
    for classroom in Classroom.objects.exclude(keep_days=None):
        since = now - timedelta(days=classroom.keep_days or 0)
        with transaction.atomic():
            plans += _delete_plans(classroom, since)
            guests += _forget_guests(classroom, since)
    return Tidied(plans=plans, guests=guests, traces=_delete_traces(now - TRACES_KEPT))


def _delete_plans(classroom: Classroom, since: datetime) -> int:
    """Delete the plans of those who have neither changed nor handed in anything since, and return how many."""
    theirs = Plan.objects.filter(_same_person(""), exercise=classroom.exercise, changed_at__gte=since)
    handed_in = Submission.objects.filter(
        _same_person("plan__"), plan__exercise=classroom.exercise, handed_in_at__gte=since
    )
    old = Plan.objects.filter(exercise=classroom.exercise).exclude(Exists(theirs) | Exists(handed_in))
    return _deleted(old)


def _same_person(path: str) -> Q:
    """Say that a plan, found by this path, belongs to the person of the plan that is asked about."""
    user = Q(**{f"{path}owner": OuterRef("owner")})
    browser = Q(**{f"{path}session_token": OuterRef("session_token")}) & ~Q(**{f"{path}session_token": ""})
    return user | browser


def _forget_guests(classroom: Classroom, since: datetime) -> int:
    """Delete the guests who came in before and have no plan in this class any more, and return how many."""
    theirs = Plan.objects.filter(exercise=classroom.exercise, session_token=OuterRef("session_token"))
    guests = classroom.members.filter(role=Role.LEARNER, user=None, joined_at__lt=since)
    return _deleted(guests.exclude(Exists(theirs)))


def _delete_traces(before: datetime) -> int:
    """Delete how edits came about in plans that have rested since, and the keys of forms and invitations long past."""
    past: tuple[QuerySet[Any], ...] = (
        Edit.objects.filter(plan__changed_at__lt=before),
        HandledRequest.objects.filter(handled_at__lt=before),
        HandledForm.objects.filter(handled_at__lt=before),
        Invitation.objects.filter(expires_at__lt=before),
    )
    return sum(_deleted(rows) for rows in past)


def _deleted(rows: QuerySet[Any]) -> int:
    """Delete rows with all that hangs on them, and return how many they were."""
    number = rows.count()
    rows.delete()
    return number
