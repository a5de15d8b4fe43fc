"""Which drawing stands for a step, on pages and in reports."""

from __future__ import annotations

from planner.core.plan import Step
from planner.core.vocabulary import Kind


def shape_of(step: Step) -> str:
    """Return the name of a step's drawing, such as `action-guarded`.

    A guarded step has a second outline, one that comes out different each time a dashed ring.
    """
    if step.kind is Kind.GATE:
        return "gate-guarded" if step.question_stored else "gate"
    if step.kind is Kind.ACTION:
        return ("repeatable" if step.idempotent else "action") + ("-guarded" if step.guards else "")
    return ("read" if step.kind is Kind.READ else "own") + ("" if step.deterministic else "-varies")
