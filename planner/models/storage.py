"""Where snapshots and records live: columns of the plan."""

from django.db import models

from planner.models.words import holds_times, optional_time_field


class Storage(models.Model):
    """Where snapshots and records live, and for how long."""

    storage_where = models.TextField(blank=True, default="")
    storage_keeps_ms = optional_time_field()

    class Meta:
        abstract = True
        constraints = [holds_times("storage_keeps_ms", name="plan_storage_keeps_within_limits")]
