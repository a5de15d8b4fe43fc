"""What reviewers say about a hand-in: scores by the criteria of the exercise, comments, and a verdict."""

from enum import StrEnum

from django.conf import settings
from django.db import models
from django.db.models import Q

from planner.models.exercise import Exercise
from planner.models.submission import Submission
from planner.models.words import holds_word, word_field

MAX_POINTS = 3


class Verdict(StrEnum):
    """What a review comes to."""

    ACCEPTED = "accepted"
    CHANGES = "changes"


class Criterion(models.Model):
    """One line of an exercise's rubric; `levels` says what 0 to 3 points stand for, from 0 up."""

    exercise = models.ForeignKey(Exercise, on_delete=models.CASCADE, related_name="criteria")
    position = models.PositiveIntegerField()
    name = models.TextField()
    levels = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["exercise", "position"], name="criterion_order"),
            models.CheckConstraint(condition=~Q(name=""), name="criterion_has_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Review(models.Model):
    """One reviewer's view of one hand-in; a private draft until it has a verdict, which is when the learner sees it."""

    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="reviews")
    reviewer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="reviews")
    verdict = word_field(Verdict, blank=True)
    changed_at = models.DateTimeField(auto_now=True)
    given_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["given_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["submission", "reviewer"], name="review_once"),
            holds_word("verdict", Verdict, name="review_verdict_known", blank=True),
            models.CheckConstraint(
                condition=Q(verdict="", given_at__isnull=True) | ~Q(verdict="") & Q(given_at__isnull=False),
                name="review_given_with_verdict",
            ),
        ]

    def __str__(self) -> str:
        return self.verdict or "draft"


class Score(models.Model):
    """The points that a review gives by one criterion."""

    review = models.ForeignKey(Review, on_delete=models.CASCADE, related_name="scores")
    criterion = models.ForeignKey(Criterion, on_delete=models.CASCADE, related_name="scores")
    points = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["criterion__position"]
        constraints = [
            models.UniqueConstraint(fields=["review", "criterion"], name="score_once"),
            models.CheckConstraint(condition=Q(points__range=(0, MAX_POINTS)), name="score_points_known"),
        ]

    def __str__(self) -> str:
        return f"{self.points} of {MAX_POINTS}"


class Comment(models.Model):
    """What a reviewer says: about a finding, a step or a checkpoint of the plan file, or about all of it."""

    review = models.ForeignKey(Review, on_delete=models.CASCADE, related_name="comments")
    code = models.CharField(max_length=8, blank=True, default="")
    step = models.TextField(blank=True, default="")
    checkpoint = models.TextField(blank=True, default="")
    text = models.TextField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(text=""), name="comment_has_text"),
            models.CheckConstraint(condition=Q(step="") | Q(checkpoint=""), name="comment_has_one_place"),
        ]

    def __str__(self) -> str:
        return self.text
