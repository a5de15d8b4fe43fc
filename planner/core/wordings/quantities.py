"""How reports say numbers: times rounded to what people care about, shares with what they are a share of."""

from __future__ import annotations

from datetime import date

from planner.core.wordings.wording import duration

_PRECISION_MS = ((10_000, 100), (600_000, 1_000), (86_400_000, 60_000))
_COARSEST_MS = 3_600_000
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def about(milliseconds: float) -> str:
    """Return a time as people round it: 0.4 s, 25 s, 4 min 55 s, 21 min, 1 h 5 min, 2 d 12 h."""
    unit_ms = next((unit for below, unit in _PRECISION_MS if abs(milliseconds) < below), _COARSEST_MS)
    rounded = round(abs(milliseconds) / unit_ms) * unit_ms
    return f"−{duration(rounded)}" if milliseconds < 0 and rounded else duration(rounded)


def of(part: int, whole: int) -> str:
    """Return a count with what it is a part of: 45 of 127."""
    return f"{part:,} of {whole:,}"


def counted(number: int, one: str, more: str = "") -> str:
    """Return a number with its noun: 1 run, 200 runs."""
    return f"{number:,} {one if number == 1 else more or f'{one}s'}"


def mean(value: float) -> str:
    """Return a mean with three digits that mean something: 0.452, 12.3, 1,204."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def day(when: date) -> str:
    """Return a date in words, whatever the locale: 27 November 2026."""
    return f"{when.day} {_MONTHS[when.month - 1]} {when.year}"
