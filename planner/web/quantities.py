"""How the pages say numbers: as reports do, and the numbers of tries."""

from __future__ import annotations

from planner.core.wordings.quantities import about, counted, mean, of

__all__ = ["about", "counted", "mean", "of", "ordinal"]


def ordinal(number: int) -> str:
    """Return the number of a try: 1st, 2nd, 11th."""
    ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
