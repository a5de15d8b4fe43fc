"""What has been handed in: a plan as it was, with everything that was known about it."""

import uuid

from django.db import models
from django.db.models import Q

from planner.models.plan import Plan
from planner.models.simulation_run import SimulationRun


class Submission(models.Model):
    """One hand-in of a plan, numbered from 1; the database refuses any change to it (its migration).

    `document` is the plan file. The lists hold what the checks found and the reasons for leaving a finding or taking a
    suggestion; `predictions` holds those that were `made` and the `explanation` of the test. `test` has the seed, the
    number of runs and the result. `model_shown`: the learner had asked to see what the model says before having judged
    everything.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="submissions")
    number = models.PositiveIntegerField()
    key = models.UUIDField()
    version = models.PositiveBigIntegerField()
    document = models.TextField()
    findings = models.JSONField()
    acceptances = models.JSONField()
    suggestions = models.JSONField()
    predictions = models.JSONField()
    test = models.ForeignKey(SimulationRun, on_delete=models.RESTRICT, related_name="submissions")
    model_version = models.CharField(max_length=32)
    rules_version = models.CharField(max_length=32)
    fingerprint = models.CharField(max_length=64)
    model_shown = models.BooleanField()
    handed_in_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["plan", "number"], name="submission_number_once"),
            models.UniqueConstraint(fields=["plan", "key"], name="submission_once"),
            models.CheckConstraint(condition=Q(number__gte=1) & Q(version__gte=1), name="submission_numbers_from_1"),
            models.CheckConstraint(
                condition=~Q(document="") & ~Q(model_version="") & ~Q(rules_version="") & ~Q(fingerprint=""),
                name="submission_is_complete",
            ),
        ]
        indexes = [models.Index(fields=["handed_in_at"], name="submission_newest")]

    def __str__(self) -> str:
        return f"hand-in {self.number}"
