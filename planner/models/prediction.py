"""What people expect of a test before it is run, and how they explain it afterwards."""

from django.db import models
from django.db.models import Q

from planner.core.vocabulary import Often, Sure
from planner.models.plan import Plan
from planner.models.simulation_run import SimulationRun
from planner.models.words import holds_times, holds_word, time_field, word_field


class Prediction(models.Model):
    """What was expected of a test of one version of a plan; `step` is the slug of the action that it is about."""

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="predictions")
    key = models.UUIDField()
    version = models.PositiveBigIntegerField()
    step = models.TextField(blank=True, default="")
    repeats = word_field(Often, blank=True)
    repeats_sure = word_field(Sure, blank=True)
    lost_ms = time_field()
    lost_sure = word_field(Sure)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.UniqueConstraint(fields=["plan", "key"], name="prediction_once"),
            models.CheckConstraint(condition=Q(version__gte=1), name="prediction_version_from_1"),
            models.CheckConstraint(
                condition=Q(step="", repeats="", repeats_sure="") | ~Q(step="") & ~Q(repeats="") & ~Q(repeats_sure=""),
                name="prediction_of_repeats_whole_or_absent",
            ),
            holds_word("repeats", Often, name="prediction_repeats_known", blank=True),
            holds_word("repeats_sure", Sure, name="prediction_repeats_sure_known", blank=True),
            holds_word("lost_sure", Sure, name="prediction_lost_sure_known"),
            holds_times("lost_ms", name="prediction_lost_within_limits"),
        ]

    def __str__(self) -> str:
        return f"version {self.version}: {self.repeats or 'no action'}, {self.lost_ms} ms"


class Reflection(models.Model):
    """Why a test came out as it did, in the words of the person whose plan it is."""

    run = models.OneToOneField(SimulationRun, on_delete=models.CASCADE, related_name="reflection")
    text = models.TextField(blank=True, default="")
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.text
