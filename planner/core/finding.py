"""What a rule says about a plan: where, how grave, what the outside world would see, and the ways to mend it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from planner.core.change import Change


class Severity(StrEnum):
    """How much a finding asks of the learner; `fix` stands in the way of handing in unless a reason is given."""

    FIX = "fix"
    THINK = "think"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Place:
    """What a finding is about: one step, one checkpoint, or (neither) the plan as a whole."""

    step: str | None = None
    checkpoint: str | None = None


THE_PLAN = Place()


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to mend what was found, with its limit; `change` makes it at one click where that is possible."""

    text: str
    change: Change | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that a rule found in a plan."""

    code: str
    slug: str
    severity: Severity
    about: Place
    problem: str
    """One sentence: what the outside world would see."""
    why: str
    """How it comes about."""
    fix: tuple[Choice, ...] = ()
    witness: tuple[int, ...] | None = None
    """A shortest schedule that makes it happen: ms into each interrupted session, recovery included."""
