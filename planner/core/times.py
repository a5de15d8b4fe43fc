"""Seconds as people write them, milliseconds as the model holds them."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

MAX_SECONDS = 1_000_000_000
"""No single time of a plan is longer (some thirty years), so that sums stay within 64 bits."""


def round_half_up(number: Decimal) -> int:
    """Round to the nearest whole number, halves upwards."""
    return int(number.to_integral_value(ROUND_HALF_UP))


def to_ms(seconds: float) -> int:
    """Return seconds as whole milliseconds, rounded half up on the decimal digits as written."""
    return round_half_up(Decimal(str(seconds)) * 1_000)


def to_seconds(milliseconds: int) -> int | float:
    """Return milliseconds as seconds: a whole number where it is one."""
    return milliseconds // 1_000 if milliseconds % 1_000 == 0 else milliseconds / 1_000
