"""What each version of a plan changed, field by field, and which requests have been handled."""

from django.db import models
from django.db.models import Q

from planner.models.plan import Plan


class Edit(models.Model):
    """One field that one version changed: what merging an older form and undoing a change go by.

    `part` is the id of the plan, step, checkpoint, answer or state item; a new part is one that is no longer removed.
    `key` is that of the request that made the change.
    """

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="edits")
    version = models.PositiveBigIntegerField()
    key = models.UUIDField()
    part = models.UUIDField()
    field = models.CharField(max_length=64)
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["plan", "version", "part", "field"], name="edit_once"),
            models.CheckConstraint(condition=Q(version__gte=2) & ~Q(field=""), name="edit_names_version_and_field"),
        ]

    def __str__(self) -> str:
        return f"version {self.version}: {self.field}"


class HandledRequest(models.Model):
    """A form that has acted, by the key in its hidden field; the same form again gets the same answer."""

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="handled_requests")
    key = models.UUIDField()
    digest = models.CharField(max_length=64)
    outcome = models.JSONField()
    handled_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["plan", "key"], name="handled_request_once")]

    def __str__(self) -> str:
        return str(self.key)
