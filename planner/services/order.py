"""Where the parts of a plan stand: positions with gaps, so that one part moves and the others stay."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from planner.models import Edit
from planner.models.part import SPACING

if TYPE_CHECKING:
    from collections.abc import Collection

    from planner.models import Step
    from planner.models.part import Part
    from planner.services.draft import Draft


def end_of(parts: Collection[Part]) -> int:
    """Return a position behind all parts, the removed ones included."""
    return max((part.position for part in parts), default=0) + SPACING


def position_behind(draft: Draft, anchor: Step | None) -> int:
    """Return a position right behind a step, or in front of all; where there is no room, all steps move apart.

    No other step has ever had it, so that taking back a move always finds the old position free.
    """
    ever_taken = _ever_taken(draft)
    position = _middle_behind(draft, anchor, ever_taken)
    if position is not None:
        return position
    start = max(ever_taken) + SPACING
    _spread(draft, start=start)
    return (anchor.position if anchor else start - SPACING) + SPACING // 2


def _middle_behind(draft: Draft, anchor: Step | None, ever_taken: set[int]) -> int | None:
    """Return the first new position from the middle between a step and the next one on; None if there is none."""
    start = anchor.position if anchor else 0
    above = min((step.position for step in draft.rows.steps if step.position > start), default=start + 2 * SPACING)
    positions = range(max((start + above) // 2, start + 1), above)
    return next((position for position in positions if position not in ever_taken), None)


def _ever_taken(draft: Draft) -> set[int]:
    """Return every position that a step has now or had once."""
    moves = Edit.objects.filter(plan=draft.rows.plan, field="position")
    now = {step.position for step in draft.rows.steps}
    return now | {cast("int", position) for move in moves.values_list("old", "new") for position in move}


def _spread(draft: Draft, *, start: int) -> None:
    """Give the steps wide gaps again, behind every position so far, so that no two collide on the way."""
    for at, step in enumerate(sorted(draft.rows.steps, key=lambda step: step.position)):
        draft.write(step, position=start + at * SPACING)
