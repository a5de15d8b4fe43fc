"""Editing what a plan has once: its title, the identity of its run, its storage, resume rule and interruptions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from planner.services.once import once
from planner.services.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping

    from planner.models import Plan
    from planner.services.draft import Draft


def edit_whole(row: Plan, fields: Mapping[str, object], *, prefix: str, version: int, key: str) -> Outcome:
    """Change columns of the plan's own row, each called by the prefix and its field."""
    columns = {f"{prefix}{name}": value for name, value in fields.items()}
    return once(row, _edit, version=version, key=key, columns=columns)


def _edit(draft: Draft, *, columns: dict[str, Any]) -> Outcome:
    draft.set(draft.rows.plan, **columns)
    return Outcome()
