"""What a person expects of a test before it is run, and how far it came true."""

from __future__ import annotations

from dataclasses import dataclass

from planner.core.errors import require_time
from planner.core.vocabulary import Often, Sure

_FEW, _MOST = 1 / 3, 2 / 3
_NEAR = 1.25
"""Two times that differ by no more than this factor are about the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """How often the step `step` happens twice in interrupted runs, and how much work a typical one repeats.

    The first three are None where nothing acts outside, so that nothing can happen twice.
    """

    step: str | None = None
    repeats: Often | None = None
    repeats_sure: Sure | None = None
    lost_ms: int
    lost_sure: Sure

    def __post_init__(self) -> None:
        require_time(self.lost_ms, "lost")


def often(part: int, whole: int) -> Often:
    """Return how often it was: never, in up to a third, in up to two thirds, or in most."""
    if not part:
        return Often.NEVER
    share = part / whole
    return Often.FEW if share <= _FEW else Often.HALF if share <= _MOST else Often.MOST


def compared_often(predicted: Often, measured: Often) -> int:
    """Return 1 if it was more often than predicted, −1 if less often, 0 if as often."""
    order = list(Often)
    before, after = order.index(predicted), order.index(measured)
    return (after > before) - (after < before)


def compared_ms(predicted_ms: int, measured_ms: int) -> int:
    """Return 1 if it was longer than predicted, −1 if shorter, 0 if about as long."""
    return (measured_ms > predicted_ms * _NEAR) - (predicted_ms > measured_ms * _NEAR)
