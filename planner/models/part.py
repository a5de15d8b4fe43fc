"""What the ordered parts of a plan have in common."""

import uuid

from django.db import models

SPACING = 2**32
"""The gap between the positions of neighbours, so that a part can move between them without moving others."""


class Part(models.Model):
    """An ordered part of a plan; positions leave gaps, and a removed part keeps its row so that it can come back."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    position = models.PositiveBigIntegerField()
    removed = models.BooleanField(default=False)

    class Meta:
        abstract = True
        ordering = ["position"]
