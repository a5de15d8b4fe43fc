"""The state of a run: the variables that a plan describes."""

from django.db import models
from django.db.models import Q

from planner.models.part import Part
from planner.models.plan import Plan


class StateItem(Part):
    """A described variable; steps and snapshots name variables whether or not one is described."""

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="state_items")
    name = models.TextField()
    storable = models.BooleanField(default=True)
    sensitive = models.BooleanField(default=False)
    description = models.TextField(blank=True, default="")

    class Meta(Part.Meta):
        abstract = False
        constraints = [
            models.UniqueConstraint(fields=["plan", "name"], condition=Q(removed=False), name="state_item_once"),
            models.UniqueConstraint(fields=["plan", "position"], name="state_item_order"),
            models.CheckConstraint(condition=~Q(name=""), name="state_item_has_name"),
        ]

    def __str__(self) -> str:
        return self.name
