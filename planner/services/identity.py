"""What a person says of what identifies a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from planner.services.whole import edit_whole

if TYPE_CHECKING:
    from typing import Unpack

    from planner.core.vocabulary import IdentitySource, SingleRunner
    from planner.models import Plan
    from planner.services.outcome import Outcome


class IdentityFields(TypedDict, total=False):
    """What a person can say of what identifies a run."""

    source: IdentitySource | None
    description: str
    single_runner: SingleRunner | None


def edit(row: Plan, *, version: int, key: str, **fields: Unpack[IdentityFields]) -> Outcome:
    """Change what identifies the run, and what stops two resumes at once."""
    return edit_whole(row, fields, prefix="identity_", version=version, key=key)
