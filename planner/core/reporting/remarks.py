"""What people add to the numbers of a plan: who made it and when, which risks they accept, what a reviewer decided."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from planner.core.errors import require
from planner.core.finding import Finding, Place


class Verdict(StrEnum):
    """What a reviewer decides about a plan."""

    ACCEPTED = "accepted"
    CHANGES_WANTED = "changes_wanted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Acceptance:
    """A finding that the author leaves as it is, and why."""

    code: str
    about: Place
    reason: str
    accepted_by: str = ""
    """Who agreed to it besides the author."""
    on: date | None = None

    def __post_init__(self) -> None:
        require(bool(self.reason.strip()), "reason", "a risk is accepted with a reason")

    def covers(self, finding: Finding) -> bool:
        """Whether this is the finding that is accepted."""
        return (self.code, self.about) == (finding.code, finding.about)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a reviewer decided, when, and with what comment."""

    verdict: Verdict
    decided_by: str = ""
    comment: str = ""
    on: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Remarks:
    """Everything in a report that does not follow from the plan; all of it may be left out."""

    author: str = ""
    version: int | None = None
    """The version of the plan, as its author counts."""
    made_on: date | None = None
    acceptances: tuple[Acceptance, ...] = ()
    decision: Decision | None = None

    def acceptance_of(self, finding: Finding) -> Acceptance | None:
        """Return the acceptance of a finding, if there is one."""
        return next((one for one in self.acceptances if one.covers(finding)), None)
