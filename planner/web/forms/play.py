"""Which run is to be shown, and which of its moments: read from an address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from planner.core.times import MAX_SECONDS, to_ms

if TYPE_CHECKING:
    from django.http import QueryDict

MOST_CUTS = 100
_LONGEST = 2_000


@dataclass(frozen=True, slots=True)
class Asked:
    """A run by its number, or by its cuts in milliseconds into each session; nothing of what makes no sense."""

    run: int | None
    cuts_ms: tuple[int, ...]
    moment: int | None


NOTHING = Asked(None, (), None)


def asked_for(query: QueryDict) -> Asked:
    """Read an address: `?run=174&moment=11`, or `?cut=900,12.5` in seconds."""
    return Asked(_whole(query.get("run", "")), _cuts_ms(query.getlist("cut")), _whole(query.get("moment", "")))


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _cuts_ms(parts: list[str]) -> tuple[int, ...]:
    texts = ",".join(parts)[:_LONGEST].split(",")[:MOST_CUTS]
    seconds = [_seconds(text) for text in texts if text]
    return tuple(to_ms(one) for one in seconds if one is not None)


def _seconds(text: str) -> float | None:
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if 0 < seconds <= MAX_SECONDS else None
