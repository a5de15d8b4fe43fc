"""Background work for a class, and the reports that it has made."""

from django.db import models
from django.db.models import Q

from planner.models.classroom import Classroom
from planner.models.job import Job
from planner.models.submission import Submission


class ClassJob(models.Model):
    """A job that was asked for on a page of a class."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="jobs")
    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="of_class")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.job} of {self.classroom}"


class BundledReport(models.Model):
    """One file of a bulk download, kept until its job goes; it goes with the hand-in that it is about.

    In the database, so that the worker and the web server need no folder in common.
    """

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="reports")
    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=100)
    content = models.BinaryField()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["job", "name"], name="bundled_report_once"),
            models.CheckConstraint(condition=~Q(name=""), name="bundled_report_has_name"),
        ]

    def __str__(self) -> str:
        return self.name
