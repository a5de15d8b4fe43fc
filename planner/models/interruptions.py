"""What interrupts a run: columns of the plan."""

from django.db import models
from django.db.models import Q

from planner.models.words import holds_times, optional_time_field, time_field

MAX_SESSIONS = 1_000
SOURCES = ("interruptions_restart_every_ms", "interruptions_close_every_ms", "interruptions_session_limit_ms")
DOWNTIMES = (
    "interruptions_restart_downtime_ms",
    "interruptions_close_downtime_ms",
    "interruptions_limit_downtime_ms",
    "interruptions_downtime_ms",
)


class Interruptions(models.Model):
    """What interrupts a run; a source that is null is absent."""

    interruptions_restart_every_ms = optional_time_field()
    interruptions_restart_downtime_ms = time_field(default=0)
    interruptions_close_every_ms = optional_time_field()
    interruptions_close_downtime_ms = time_field(default=0)
    interruptions_session_limit_ms = optional_time_field()
    interruptions_limit_downtime_ms = time_field(default=0)
    interruptions_exactly = models.PositiveIntegerField(null=True, blank=True)
    interruptions_downtime_ms = time_field(default=0)

    class Meta:
        abstract = True
        constraints = [
            holds_times(*SOURCES, name="plan_sources_within_limits", least_ms=1),
            holds_times(*DOWNTIMES, name="plan_downtimes_within_limits"),
            models.CheckConstraint(
                condition=Q(interruptions_exactly__isnull=True) | Q(interruptions_exactly__lte=MAX_SESSIONS),
                name="plan_exactly_within_limits",
            ),
            models.CheckConstraint(
                condition=Q(interruptions_exactly__isnull=True)
                | Q(**{f"{source}__isnull": True for source in SOURCES}),
                name="plan_exactly_excludes_other_sources",
            ),
        ]
