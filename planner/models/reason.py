"""What a learner says about findings: why one is left as it is, and why a suggestion was taken."""

import uuid

from django.db import models
from django.db.models import Q

from planner.models.plan import Plan


class Reason(models.Model):
    """Words about one finding, by the code of its rule and its place: a step, a checkpoint or (neither) the plan.

    Step and checkpoint are ids in the plan file; what has been taken back keeps its row, so that it can come back.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    code = models.CharField(max_length=8)
    step = models.TextField(blank=True, default="")
    checkpoint = models.TextField(blank=True, default="")
    reason = models.TextField(blank=True, default="")
    removed = models.BooleanField(default=False)

    class Meta:
        abstract = True
        ordering = ["code", "step", "checkpoint"]

    def __str__(self) -> str:
        return f"{self.code}: {self.reason}"


class Acceptance(Reason):
    """A finding that is left as it is; its reason stays when the plan changes, and counts while the finding stands."""

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="acceptances")

    class Meta(Reason.Meta):
        abstract = False
        constraints = [
            models.UniqueConstraint(fields=["plan", "code", "step", "checkpoint"], name="acceptance_once"),
            models.CheckConstraint(condition=~Q(code="") & ~Q(reason=""), name="acceptance_has_code_and_reason"),
            models.CheckConstraint(condition=Q(step="") | Q(checkpoint=""), name="acceptance_has_one_place"),
        ]


class TakenSuggestion(Reason):
    """A change that was made by one click on a finding's card; `version` is the plan's after it."""

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="suggestions")
    version = models.PositiveBigIntegerField()
    choice = models.TextField()

    class Meta(Reason.Meta):
        abstract = False
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(fields=["plan", "version"], name="taken_suggestion_once"),
            models.CheckConstraint(condition=~Q(code="") & ~Q(choice=""), name="taken_suggestion_has_code_and_choice"),
            models.CheckConstraint(condition=Q(step="") | Q(checkpoint=""), name="taken_suggestion_has_one_place"),
            models.CheckConstraint(condition=Q(version__gte=2), name="taken_suggestion_version_from_2"),
        ]
