"""What people answer to the prompts of the worked example."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Explanation(models.Model):
    """One person's answer to the prompt of one screen, in their own words; it is for themselves."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="explanations"
    )
    session_token = models.CharField(max_length=64, blank=True, default="", db_index=True)
    screen = models.PositiveSmallIntegerField()
    text = models.TextField()
    said_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["screen"]
        constraints = [
            models.CheckConstraint(
                condition=Q(owner__isnull=False, session_token="") | Q(owner__isnull=True) & ~Q(session_token=""),
                name="explanation_belongs_to_user_or_session",
            ),
            models.UniqueConstraint(fields=["owner", "screen"], name="explanation_once_by_user"),
            models.UniqueConstraint(
                fields=["session_token", "screen"],
                condition=~Q(session_token=""),
                name="explanation_once_by_session",
            ),
            models.CheckConstraint(condition=~Q(text=""), name="explanation_has_text"),
        ]

    def __str__(self) -> str:
        return self.text
