"""What a person says of where snapshots and records live."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from planner.services.whole import edit_whole

if TYPE_CHECKING:
    from typing import Unpack

    from planner.models import Plan
    from planner.services.outcome import Outcome


class StorageFields(TypedDict, total=False):
    """What a person can say of where snapshots and records live."""

    where: str
    keeps_ms: int | None


def edit(row: Plan, *, version: int, key: str, **fields: Unpack[StorageFields]) -> Outcome:
    """Change where snapshots and records live, and for how long."""
    return edit_whole(row, fields, prefix="storage_", version=version, key=key)
