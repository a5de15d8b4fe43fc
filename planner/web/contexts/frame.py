"""What every page has around it: the places of the exercise, the plan and its version, and keys for its forms."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from django.urls import reverse

if TYPE_CHECKING:
    from planner.models import Plan

PLACES = (("example", "Example"), ("plan", "Plan"), ("test", "Test"), ("hand-in", "Hand in"))
"""The places of a learner by the name of their address; all but the example belong to one plan."""


def frame(row: Plan | None = None, *, current: str = "") -> dict[str, Any]:
    """Return what base.html and the forms of a page need; `current` is one of PLACES.

    `new_key` is called by a template each time it is named: `{{ new_key }}` is another key in each form.
    """
    return {
        "plan": row,
        "version": row.version if row else None,
        "changed_at": row.changed_at if row else None,
        "places": [_place(name, words, row, current=current) for name, words in PLACES] if row else [],
        "places_label": "Exercise",
        "new_key": new_key,
    }


def new_key() -> str:
    """Return the key of one rendered form, by which a repeated request is known."""
    return str(uuid.uuid4())


def _place(name: str, words: str, row: Plan, *, current: str) -> dict[str, Any]:
    href = reverse(name) if name == "example" else reverse(name, args=[row.pk])
    return {"href": href, "name": words, "done": False, "current": name == current}
