"""The exercises that learners work on."""

from django.db import models
from django.db.models import Q


class Exercise(models.Model):
    """A task with a worked example; one is the default, open to everybody."""

    slug = models.SlugField(unique=True)
    title = models.TextField()
    task = models.TextField(blank=True, default="")
    example = models.JSONField(null=True, blank=True)
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
