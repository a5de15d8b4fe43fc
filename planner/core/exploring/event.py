"""What interruptions can do to a run, and to which of its steps."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Mishap(StrEnum):
    """A kind of thing that a run counts; the first four are counted for each step, the others for the run."""

    DUPLICATES = "duplicates"
    MISSED = "missed"
    REASKS = "reasks"
    DIVERGENCES = "divergences"
    INCONSISTENT = "inconsistent"
    UNFINISHED = "unfinished"


class Event(NamedTuple):
    """One thing that can happen, to a step (by its id) or to the run as a whole (None)."""

    mishap: Mishap
    step: str | None = None

    def __str__(self) -> str:
        return f"{self.mishap}.{self.step}" if self.step is not None else str(self.mishap)
