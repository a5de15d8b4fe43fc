"""The simulations that have been run, each with the plan as it was."""

from django.db import models
from django.db.models import Q

from planner.models.plan import Plan

MAX_RUNS = 10_000_000


class SimulationRun(models.Model):
    """One simulation of one version of a plan; `document` is the plan file at that version."""

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="simulation_runs")
    key = models.UUIDField()
    version = models.PositiveBigIntegerField()
    seed = models.PositiveBigIntegerField()
    runs = models.PositiveIntegerField()
    document = models.JSONField()
    result = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.UniqueConstraint(fields=["plan", "key"], name="simulation_run_once"),
            models.CheckConstraint(condition=Q(version__gte=1), name="simulation_run_version_from_1"),
            models.CheckConstraint(condition=Q(runs__range=(1, MAX_RUNS)), name="simulation_run_runs_within_limits"),
        ]

    def __str__(self) -> str:
        return f"{self.runs:,} runs with seed {self.seed}"
