"""The exercises that learners work on."""

from django.db import models
from django.db.models import Q


class Exercise(models.Model):
    """A task with a worked example; one is the default, open to everybody, the others belong to a class.

    `example` is a plan file, `interruptions` its part of that name: what new plans start with. A hand-in after `due_at`
    is late; one is refused only where the exercise does not take hand-ins.
    """

    slug = models.SlugField(unique=True)
    title = models.TextField()
    task = models.TextField(blank=True, default="")
    example = models.JSONField(null=True, blank=True)
    interruptions = models.JSONField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    learner_judges_first = models.BooleanField(default=True)
    findings_before_test = models.BooleanField(default=True)
    takes_hand_ins = models.BooleanField(default=True)
    is_default = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["is_default"], condition=Q(is_default=True), name="exercise_one_default"),
            models.CheckConstraint(condition=~Q(title=""), name="exercise_has_title"),
            models.CheckConstraint(condition=~Q(slug=""), name="exercise_has_slug"),
        ]

    def __str__(self) -> str:
        return self.title
