"""What a class has of each plan, in numbers: counted once, so that pages about a class are quick."""

from enum import StrEnum

from django.db import models
from django.db.models import Q

from planner.models.exercise import Exercise
from planner.models.plan import Plan
from planner.models.submission import Submission
from planner.models.words import holds_word, word_field


class ClassWork(models.Model):
    """One plan of an exercise, by a number instead of a name, with its newest hand-in and what its tests showed.

    `latest` is the number of that hand-in, 0 before the first; `counted` the primary key of the newest test that the
    rest is about. `worst_step` is the name of the action that happened twice in most of its interrupted runs. The
    seconds say how long was spent on each part of the plan; null where the traces of the edits are gone.
    """

    plan = models.OneToOneField(Plan, on_delete=models.CASCADE, related_name="class_work")
    exercise = models.ForeignKey(Exercise, on_delete=models.CASCADE, related_name="work")
    number = models.PositiveIntegerField()
    submission = models.OneToOneField(Submission, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    latest = models.PositiveIntegerField(default=0)
    counted = models.BigIntegerField(default=0)
    worst_step = models.TextField(blank=True, default="")
    worst_runs = models.PositiveIntegerField(default=0)
    interrupted_runs = models.PositiveIntegerField(default=0)
    worst_share = models.FloatField(default=0)
    steps_seconds = models.PositiveIntegerField(null=True, blank=True)
    checkpoints_seconds = models.PositiveIntegerField(null=True, blank=True)
    guards_seconds = models.PositiveIntegerField(null=True, blank=True)
    resume_seconds = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["exercise", "number"], name="class_work_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="class_work_number_from_1"),
            models.CheckConstraint(
                condition=Q(latest=0, submission__isnull=True) | Q(latest__gte=1, submission__isnull=False),
                name="class_work_latest_is_of_hand_in",
            ),
            models.CheckConstraint(condition=Q(worst_share__range=(0, 1)), name="class_work_share_within_unit"),
        ]
        indexes = [models.Index(fields=["exercise", "-worst_share"], name="class_work_worst")]

    def __str__(self) -> str:
        return f"Learner {self.number}"


class RuleStanding(StrEnum):
    """How a plan stands to a rule: it is found, it is left as it is for a reason, or it was found once."""

    OPEN = "open"
    ACCEPTED = "accepted"
    FIXED = "fixed"


class RuleInWork(models.Model):
    """How one plan stands to one rule; `sure_and_wrong`: its learner was certain of what the evidence contradicts."""

    work = models.ForeignKey(ClassWork, on_delete=models.CASCADE, related_name="rules")
    exercise = models.ForeignKey(Exercise, on_delete=models.CASCADE, related_name="+")
    code = models.CharField(max_length=8)
    standing = word_field(RuleStanding)
    sure_and_wrong = models.BooleanField(default=False)

    class Meta:
        ordering = ["code"]
        constraints = [
            models.UniqueConstraint(fields=["work", "code"], name="rule_in_work_once"),
            models.CheckConstraint(condition=~Q(code=""), name="rule_in_work_has_code"),
            holds_word("standing", RuleStanding, name="rule_in_work_standing_known"),
        ]
        indexes = [models.Index(fields=["exercise", "code", "standing", "sure_and_wrong"], name="rule_in_work_counts")]

    def __str__(self) -> str:
        return f"{self.code}: {self.standing}"
