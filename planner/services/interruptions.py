"""What a person says of what interrupts a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from planner.services.whole import edit_whole

if TYPE_CHECKING:
    from typing import Unpack

    from planner.models import Plan
    from planner.services.outcome import Outcome


class InterruptionFields(TypedDict, total=False):
    """What a person can say of what interrupts a run."""

    restart_every_ms: int | None
    restart_downtime_ms: int
    close_every_ms: int | None
    close_downtime_ms: int
    session_limit_ms: int | None
    limit_downtime_ms: int
    exactly: int | None
    downtime_ms: int


def edit(row: Plan, *, version: int, key: str, **fields: Unpack[InterruptionFields]) -> Outcome:
    """Change what interrupts a run; PlanError if `exactly` is given beside another source."""
    return edit_whole(row, fields, prefix="interruptions_", version=version, key=key)
