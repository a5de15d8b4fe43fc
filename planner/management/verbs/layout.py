"""How answers for people are laid out: columns, times and numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from planner.core.times import to_ms
from planner.core.wordings.wording import duration

GAP = "  "


def aligned(rows: Sequence[Sequence[str]], *, left: Collection[int] = (0,)) -> list[str]:
    """Return rows of cells as lines; columns stand to the right but for those in `left`."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [GAP.join(_padded(row, widths, left)).rstrip() for row in rows]


def _padded(row: Sequence[str], widths: Sequence[int], left: Collection[int]) -> Iterable[str]:
    for at, (cell, width) in enumerate(zip(row, widths, strict=True)):
        yield cell.ljust(width) if at in left else cell.rjust(width)


def span(seconds: float) -> str:
    """Return a time in its two largest units, without more digits than anyone reads."""
    return duration(to_ms(round(seconds) if seconds >= 60 else float(f"{seconds:.3g}")))


def number(value: float) -> str:
    """Return a number to three significant digits, a whole one as it is."""
    return f"{value:,.0f}" if value == round(value) or abs(value) >= 1_000 else f"{value:.3g}"


def share(value: float) -> str:
    """Return a share in percent, with one digit behind the point."""
    return f"{value:.1%}".replace("%", " %")
