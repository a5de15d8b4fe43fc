"""What every page has around it: the places of the exercise, the plan and its version, and keys for its forms."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from planner.services import progress
from planner.services.progress import Stage

if TYPE_CHECKING:
    from planner.core.plan import Plan as CorePlan
    from planner.models import Plan

PLACES = {Stage.EXAMPLE: "Example", Stage.PLAN: "Plan", Stage.TEST: "Test", Stage.HAND_IN: "Hand in"}
"""The places of a learner; all but the example belong to one plan."""


def frame(row: Plan | None = None, *, current: str = "", core: CorePlan | None = None) -> dict[str, Any]:
    """Return what base.html and the forms of a page need; `current` is one of PLACES, `core` the plan if it is at hand.

    The places are looked up when a template draws them, which the answer to an edit does not. `new_key` is called by a
    template each time it is named: `{{ new_key }}` is another key in each form.
    """
    return {
        "plan": row,
        "version": row.version if row else None,
        "changed_at": row.changed_at if row else None,
        "places": SimpleLazyObject(lambda: _places(row, core, current=current)) if row else [],
        "places_label": "Exercise",
        "new_key": new_key,
    }


def new_key() -> str:
    """Return the key of one rendered form, by which a repeated request is known."""
    return str(uuid.uuid4())


def _places(row: Plan, core: CorePlan | None, *, current: str) -> list[dict[str, Any]]:
    done = progress.done(row, plan=core)
    return [
        {"href": _href(stage, row), "name": words, "done": stage in done, "current": stage == current}
        for stage, words in PLACES.items()
    ]


def _href(stage: Stage, row: Plan) -> str:
    return reverse(stage) if stage is Stage.EXAMPLE else reverse(stage, args=[row.pk])
