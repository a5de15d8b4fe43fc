"""The plan, its owner and its version; what a plan has exactly once is in its own row."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from planner.models.exercise import Exercise
from planner.models.interruptions import Interruptions
from planner.models.resume_rule import ResumeRule
from planner.models.run_identity import RunIdentity
from planner.models.storage import Storage

if TYPE_CHECKING:
    from planner.models.person import Person


class PlanQuerySet(models.QuerySet["Plan"]):
    """Plans, by who may see them."""

    def visible_to(self, person: Person) -> Self:
        """Keep the plans that belong to this person."""
        return self.filter(**person.ownership)


class Plan(RunIdentity, Storage, ResumeRule, Interruptions):
    """One plan of one person; `version` counts the edits, each of which locks this row.

    `creation_key` makes creating it twice from one form create it once. `model_shown_at` is when the learner asked to
    see what the model says before having judged everything.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="plans"
    )
    session_token = models.CharField(max_length=64, blank=True, default="", db_index=True)
    exercise = models.ForeignKey(Exercise, on_delete=models.PROTECT, null=True, blank=True, related_name="plans")
    creation_key = models.UUIDField(null=True, blank=True, editable=False)
    version = models.PositiveBigIntegerField(default=1)
    title = models.TextField()
    goal = models.TextField(blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)
    model_shown_at = models.DateTimeField(null=True, blank=True)

    objects = PlanQuerySet.as_manager()

    class Meta:
        constraints = [
            *RunIdentity.Meta.constraints,
            *Storage.Meta.constraints,
            *ResumeRule.Meta.constraints,
            *Interruptions.Meta.constraints,
            models.CheckConstraint(
                condition=Q(owner__isnull=False, session_token="") | Q(owner__isnull=True) & ~Q(session_token=""),
                name="plan_belongs_to_user_or_session",
            ),
            models.CheckConstraint(condition=~Q(title=""), name="plan_has_title"),
            models.CheckConstraint(condition=Q(version__gte=1), name="plan_version_from_1"),
            models.UniqueConstraint(fields=["owner", "creation_key"], name="plan_created_once_by_user"),
            models.UniqueConstraint(
                fields=["session_token", "creation_key"],
                condition=~Q(session_token=""),
                name="plan_created_once_by_session",
            ),
        ]

    def __str__(self) -> str:
        return self.title
