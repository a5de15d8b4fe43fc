"""The five answers of each checkpoint beside the evidence, as JSON: part of `checkpoint-findings/1` and of a report."""

from __future__ import annotations

from typing import Any

from planner.core.evidence import Five, evidence
from planner.core.plan import Checkpoint
from planner.core.timeline import Timeline
from planner.core.vocabulary import Question


def entries_from_answers(timeline: Timeline) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the answers by checkpoint and question (COMMANDS.md)."""
    pairs = zip(timeline.plan.checkpoints, evidence(timeline), strict=True)
    return {checkpoint.id: _entries(checkpoint, five) for checkpoint, five in pairs}


def _entries(checkpoint: Checkpoint, five: Five) -> dict[str, dict[str, Any]]:
    return {question.value: _entry(checkpoint, question, five) for question in Question}


def _entry(checkpoint: Checkpoint, question: Question, five: Five) -> dict[str, Any]:
    reply = checkpoint.answers.to(question).answer
    return {
        "answer": None if reply is None else reply.value,
        "evidence": five[question].holds,
        "because": five[question].because,
    }
