"""The checkpoints of a plan, what each saves, and the five answers that justify it."""

import uuid

from django.db import models
from django.db.models import Q

from planner.core.vocabulary import Question, Reply
from planner.models.part import Part
from planner.models.plan import Plan
from planner.models.step import MAX_ITEMS, Step
from planner.models.words import holds_times, holds_word, time_field, word_field


class Checkpoint(Part):
    """A place where the run saves a snapshot; `slug` is its id in the plan file and never changes."""

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="checkpoints")
    slug = models.TextField()
    after = models.ForeignKey(Step, on_delete=models.CASCADE, null=True, blank=True, related_name="checkpoints_after")
    inside = models.ForeignKey(Step, on_delete=models.CASCADE, null=True, blank=True, related_name="checkpoints_inside")
    every_items = models.PositiveIntegerField(null=True, blank=True)
    save_ms = time_field(default=1_000)

    class Meta(Part.Meta):
        abstract = False
        constraints = [
            models.UniqueConstraint(fields=["plan", "slug"], name="checkpoint_slug_once"),
            models.UniqueConstraint(fields=["plan", "position"], name="checkpoint_order"),
            models.CheckConstraint(condition=~Q(slug=""), name="checkpoint_has_slug"),
            models.CheckConstraint(
                condition=Q(after__isnull=False, inside__isnull=True) | Q(after__isnull=True, inside__isnull=False),
                name="checkpoint_after_or_inside",
            ),
            models.CheckConstraint(
                condition=Q(every_items__isnull=True) | Q(every_items__range=(1, MAX_ITEMS), inside__isnull=True),
                name="checkpoint_every_items_within_limits",
            ),
            holds_times("save_ms", name="checkpoint_save_within_limits"),
        ]

    def __str__(self) -> str:
        return self.slug


class SnapshotVariable(models.Model):
    """A variable that a checkpoint saves, by its name."""

    checkpoint = models.ForeignKey(Checkpoint, on_delete=models.CASCADE, related_name="snapshot")
    name = models.TextField()
    position = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["checkpoint", "name"], name="snapshot_variable_once"),
            models.UniqueConstraint(fields=["checkpoint", "position"], name="snapshot_variable_order"),
            models.CheckConstraint(condition=~Q(name=""), name="snapshot_variable_has_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Answer(models.Model):
    """The learner's answer to one of the five questions; every checkpoint has all five rows."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    checkpoint = models.ForeignKey(Checkpoint, on_delete=models.CASCADE, related_name="answers")
    question = word_field(Question)
    reply = word_field(Reply, blank=True)
    reason = models.TextField(blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["checkpoint", "question"], name="answer_once"),
            holds_word("question", Question, name="answer_question_known"),
            holds_word("reply", Reply, name="answer_reply_known", blank=True),
        ]

    def __str__(self) -> str:
        return f"{self.question}: {self.reply or 'not answered'}"
