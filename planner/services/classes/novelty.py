"""Whether anything was tested or handed in since a class was last looked at, asked cheaply before it is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.cache import cache
from django.db.models import Max

from planner.models import SimulationRun, Submission

if TYPE_CHECKING:
    from datetime import datetime

    from planner.models import Exercise

Newest = tuple["datetime | None", "int | None"]
"""When the newest hand-in of the site came in, and the key of its newest test."""

KNOWN_FOR = 60
"""So many seconds at most nothing is taken for new because the newest is known: what was written at the same time and
became visible later is found then."""


def newest() -> Newest:
    """Return what is newest on the site, with two queries that read one entry of an index each."""
    handed_in = Submission.objects.aggregate(newest=Max("handed_in_at"))["newest"]
    tested = SimulationRun.objects.aggregate(newest=Max("pk"))["newest"]
    return handed_in, tested


def is_known(what: str, exercise: Exercise, now: Newest) -> bool:
    """Whether nothing has come in since something was done for an exercise."""
    return bool(cache.get(_key(what, exercise)) == now)


def note(what: str, exercise: Exercise, seen: Newest) -> None:
    """Note that something was done for an exercise, with everything that was there."""
    cache.set(_key(what, exercise), seen, KNOWN_FOR)


def _key(what: str, exercise: Exercise) -> str:
    return f"{what}:{exercise.slug}"
