"""Columns that hold a word of a closed list, and the checks that keep columns within their limits."""

from enum import StrEnum
from typing import Any

from django.db import models
from django.db.models import Q

from planner.core.times import MAX_SECONDS

MAX_TIME_MS = MAX_SECONDS * 1_000


def word_field(words: type[StrEnum], **options: Any) -> "models.CharField[str, str]":
    """A column for one word of the list; with `blank=True` the empty text stands for "not answered"."""
    if options.get("blank"):
        options["default"] = ""
    return models.CharField(max_length=32, choices=[(word.value, word.value) for word in words], **options)


def time_field(**options: Any) -> "models.BigIntegerField[int, int]":
    """A column for a time in whole milliseconds."""
    return models.BigIntegerField(**options)


def optional_time_field() -> "models.BigIntegerField[int | None, int | None]":
    """A column for a time in whole milliseconds, or null."""
    return models.BigIntegerField(null=True, blank=True)


def holds_word(field: str, words: type[StrEnum], *, name: str, blank: bool = False) -> models.CheckConstraint:
    """Check that the column holds a word of the list, or nothing where it may be blank."""
    allowed = [word.value for word in words] + ([""] if blank else [])
    return models.CheckConstraint(condition=Q(**{f"{field}__in": allowed}), name=name)


def holds_times(*fields: str, name: str, least_ms: int = 0) -> models.CheckConstraint:
    """Check that each column holds null or a time within the limits of a plan."""
    condition = Q()
    for field in fields:
        condition &= Q(**{f"{field}__isnull": True}) | Q(**{f"{field}__range": (least_ms, MAX_TIME_MS)})
    return models.CheckConstraint(condition=condition, name=name)
