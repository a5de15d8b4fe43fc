"""Background work: a job and the chunks it is worked off in; these rows, and no queue, say what has been done."""

from enum import StrEnum

from django.conf import settings
from django.db import models
from django.db.models import Q

from planner.models.plan import Plan
from planner.models.words import holds_word, word_field

MAX_ATTEMPTS = 5


class JobStatus(StrEnum):
    """How far a job is; the last three are final until someone retries it."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Job(models.Model):
    """One piece of background work that somebody asked for; `key` makes a repeated request the same job.

    `plan` is the plan that it is about, if it is about one: it goes with that.
    """

    key = models.UUIDField(unique=True)
    kind = models.CharField(max_length=64)
    arguments = models.JSONField()
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="jobs")
    plan = models.ForeignKey(Plan, null=True, on_delete=models.CASCADE, related_name="jobs")
    status = word_field(JobStatus, default=JobStatus.WAITING)
    result = models.JSONField(null=True)
    problem = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["created_at", "pk"]
        constraints = [holds_word("status", JobStatus, name="job_status_known")]

    def __str__(self) -> str:
        return f"{self.kind} ({self.status})"


class Chunk(models.Model):
    """A part of a job that one worker does in one go; it is that worker's until its lease runs out."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="chunks")
    number = models.PositiveIntegerField()
    arguments = models.JSONField()
    status = word_field(JobStatus, default=JobStatus.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    worker = models.CharField(max_length=64, blank=True)
    leased_until = models.DateTimeField(null=True)
    result = models.JSONField(null=True)

    class Meta:
        ordering = ["job", "number"]
        constraints = [
            models.UniqueConstraint(fields=["job", "number"], name="chunk_number_once_a_job"),
            models.CheckConstraint(condition=Q(attempts__lte=MAX_ATTEMPTS), name="chunk_attempts_within_limit"),
            holds_word("status", JobStatus, name="chunk_status_known"),
            models.CheckConstraint(
                condition=~Q(status=JobStatus.RUNNING) | (~Q(worker="") & Q(leased_until__isnull=False)),
                name="chunk_running_is_leased",
            ),
        ]
        indexes = [models.Index(fields=["status", "leased_until"], name="chunk_open")]

    def __str__(self) -> str:
        return f"part {self.number} of {self.job}"
