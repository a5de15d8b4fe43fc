"""Which drawing of the sprite stands for a step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planner.core.vocabulary import Kind

if TYPE_CHECKING:
    from planner.core.plan import Step


def glyph_of(step: Step) -> str:
    """Return the id of a step's drawing, such as `glyph-action-guarded`."""
    return f"glyph-{shape_of(step)}"


def shape_of(step: Step) -> str:
    """Return the same without the beginning that all drawings of steps share: `action-guarded`."""
    if step.kind is Kind.GATE:
        return "gate-guarded" if step.question_stored else "gate"
    if step.kind is Kind.ACTION:
        return ("repeatable" if step.idempotent else "action") + ("-guarded" if step.guards else "")
    return ("read" if step.kind is Kind.READ else "own") + ("" if step.deterministic else "-varies")
