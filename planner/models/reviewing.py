"""How reviews are shared out: who reviews what, who has it open, and words that are used again."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from planner.models.classroom import Classroom
from planner.models.submission import Submission


class Assignment(models.Model):
    """A hand-in that one member of staff is to review."""

    submission = models.OneToOneField(Submission, on_delete=models.CASCADE, related_name="assignment")
    reviewer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="assignments")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.submission} for {self.reviewer}"


class Opened(models.Model):
    """When a reviewer last had a hand-in open, so that others are told."""

    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="opened")
    reviewer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="opened")
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ["seen_at"]
        verbose_name_plural = "opened"
        constraints = [models.UniqueConstraint(fields=["submission", "reviewer"], name="opened_once")]

    def __str__(self) -> str:
        return f"{self.submission} by {self.reviewer}"


class ReusableComment(models.Model):
    """A comment that the staff of a class use again."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="reusable_comments")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    text = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.CheckConstraint(condition=~Q(text=""), name="reusable_comment_has_text"),
            models.UniqueConstraint(fields=["classroom", "text"], name="reusable_comment_once"),
        ]

    def __str__(self) -> str:
        return self.text
