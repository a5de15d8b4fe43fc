"""What a person says of what a run does when it resumes."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from planner.services.whole import edit_whole

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from planner.core.vocabulary import IfUnclear, Loads, ResumeCheck
    from planner.models import Plan
    from planner.services.outcome import Outcome


class ResumeFields(TypedDict, total=False):
    """What a person can say of what a run does when it resumes."""

    loads: Loads | None
    checks: Sequence[ResumeCheck] | None
    if_unclear: IfUnclear | None
    recovery_ms: int
    notes: str


def edit(row: Plan, *, version: int, key: str, **fields: Unpack[ResumeFields]) -> Outcome:
    """Change what a run does when it resumes; no checks at all are an answer, None is not."""
    return edit_whole(row, fields, prefix="resume_", version=version, key=key)
