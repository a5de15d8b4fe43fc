"""Which drawing of the sprite stands for a step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planner.core.glyph import shape_of

if TYPE_CHECKING:
    from planner.core.plan import Step

__all__ = ["glyph_of", "shape_of"]


def glyph_of(step: Step) -> str:
    """Return the id of a step's drawing, such as `glyph-action-guarded`."""
    return f"glyph-{shape_of(step)}"
