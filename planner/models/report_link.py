"""Addresses under which a report can be read without an account."""

import uuid

from django.db import models
from django.db.models import F, Q

from planner.models.plan import Plan


class ReportLink(models.Model):
    """One address for one report, until it expires or is taken back; only a digest of its token is kept.

    `origin` is what the report is made from (`checkpoint-report/1`), so that it does not change with the plan.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="report_links")
    key = models.UUIDField()
    digest = models.CharField(max_length=64, unique=True)
    origin = models.JSONField()
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["plan", "key"], name="report_link_once"),
            models.CheckConstraint(condition=Q(digest__regex="^[0-9a-f]{64}$"), name="report_link_digest_form"),
            models.CheckConstraint(condition=Q(expires_at__gt=F("created_at")), name="report_link_lasts"),
        ]

    def __str__(self) -> str:
        return f"until {self.expires_at:%Y-%m-%d}"
