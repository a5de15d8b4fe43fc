"""Times as people write them: “25 min”, “1 h 30”, “4 s”."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from django import forms

from planner.core.times import MAX_SECONDS, round_half_up

UNITS_MS = {"d": 86_400_000, "h": 3_600_000, "min": 60_000, "s": 1_000}
_WORDS = {
    "d": ("d", "day", "days"),
    "h": ("h", "hr", "hrs", "hour", "hours"),
    "min": ("m", "min", "mins", "minute", "minutes"),
    "s": ("s", "sec", "secs", "second", "seconds"),
}
_UNIT_OF = {word: unit for unit, words in _WORDS.items() for word in words}
_NEXT = {"d": "h", "h": "min", "min": "s"}
_PART = re.compile(r"(?P<number>\d+(?:[.,]\d+)?)\s*(?P<word>[a-z]*)\.?\s*(?:,|and)?\s*", re.ASCII)

HOW = "Write a time with its unit, such as “25 min”, “1 h 30” or “4 s”."
NO_UNIT = "Say which unit: “{0} s”, “{0} min”, “{0} h” or “{0} d”."
TWICE = "Name each unit once, the largest first, such as “1 h 30 min”."
TOO_LONG = "This is longer than thirty years. Write a shorter time."


def read_duration(text: str) -> int:
    """Return a time in whole milliseconds; ValueError says what would be right."""
    left, milliseconds, last = text.strip().lower(), Decimal(0), ""
    if not left:
        raise ValueError(HOW)
    while left:
        part = _PART.match(left)
        if part is None:
            raise ValueError(HOW)
        last = _unit(part["number"], part["word"], last)
        milliseconds += Decimal(part["number"].replace(",", ".")) * UNITS_MS[last]
        left = left[part.end() :]
    if milliseconds > MAX_SECONDS * 1_000:
        raise ValueError(TOO_LONG)
    return round_half_up(milliseconds)


def _unit(number: str, word: str, last: str) -> str:
    """Return the unit of one number; the last one may leave it out after a larger unit: 1 h 30."""
    unit = _UNIT_OF.get(word) if word else _NEXT.get(last)
    if unit is None:
        raise ValueError(HOW if word else NO_UNIT.format(number))
    units = list(UNITS_MS)
    if last and units.index(unit) <= units.index(last):
        raise ValueError(TWICE)
    return unit


def write_duration(milliseconds: int) -> str:
    """Return a time exactly as `read_duration` reads it: 1 h 30 min."""
    parts = []
    for unit in ("d", "h", "min"):
        count, milliseconds = divmod(milliseconds, UNITS_MS[unit])
        parts += [f"{count} {unit}"] if count else []
    if milliseconds or not parts:
        parts.append(f"{(Decimal(milliseconds) / 1_000).normalize():f} s")
    return " ".join(parts)


class DurationField(forms.CharField):
    """A time as text, cleaned to whole milliseconds; an empty one is None, or a mistake where it is required."""

    def __init__(self, *, least_ms: int = 0, **options: Any) -> None:
        self.least_ms = least_ms
        options.setdefault("error_messages", {"required": HOW})
        options.setdefault("widget", forms.TextInput(attrs={"autocomplete": "off", "class": "time"}))
        super().__init__(max_length=60, **options)

    def clean(self, value: Any) -> Any:
        """Return milliseconds or None."""
        text = super().clean(value)
        if not text:
            return None
        try:
            milliseconds = read_duration(text)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from None
        if milliseconds < self.least_ms:
            raise forms.ValidationError(f"Write {write_duration(self.least_ms)} or more.")
        return milliseconds

    def prepare_value(self, value: Any) -> Any:
        """Show stored milliseconds as people write them, and what was typed as it was typed."""
        return write_duration(value) if isinstance(value, int) else value
