"""What a run does when it resumes: columns of the plan, and the list of its checks."""

from django.db import models

from planner.core.vocabulary import IfUnclear, Loads, ResumeCheck
from planner.models.words import holds_times, holds_word, time_field, word_field


class ResumeRule(models.Model):
    """What a run does when it resumes; its checks are rows, and no rows are an answer only where that is said."""

    resume_loads = word_field(Loads, blank=True)
    resume_checks_answered = models.BooleanField(default=False)
    resume_if_unclear = word_field(IfUnclear, blank=True)
    resume_recovery_ms = time_field(default=0)
    resume_notes = models.TextField(blank=True, default="")

    class Meta:
        abstract = True
        constraints = [
            holds_word("resume_loads", Loads, name="plan_resume_loads_known", blank=True),
            holds_word("resume_if_unclear", IfUnclear, name="plan_resume_if_unclear_known", blank=True),
            holds_times("resume_recovery_ms", name="plan_recovery_within_limits"),
        ]


class PlannedCheck(models.Model):
    """One thing that a resumed run checks before it goes on."""

    plan = models.ForeignKey("planner.Plan", on_delete=models.CASCADE, related_name="resume_checks")
    kind = word_field(ResumeCheck)
    position = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["plan", "kind"], name="planned_check_once"),
            models.UniqueConstraint(fields=["plan", "position"], name="planned_check_order"),
            holds_word("kind", ResumeCheck, name="planned_check_known"),
        ]

    def __str__(self) -> str:
        return self.kind
