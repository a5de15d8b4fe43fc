"""What the pages call the words of a plan: as reports do, and what only pages say."""

from __future__ import annotations

from planner.core.vocabulary import GateWhen, Often, Question, Sure
from planner.core.wordings.words import (
    CONSEQUENCES,
    IDENTITY_SOURCES,
    IF_UNCLEAR,
    KEY_SOURCES,
    KINDS,
    LOADS,
    QUESTIONS,
    REPLIES,
    RESUME_CHECKS,
    SEVERITIES,
    SINGLE_RUNNERS,
)

__all__ = [
    "CONSEQUENCES",
    "GATE_TIMES",
    "HINTS",
    "IDENTITY_SOURCES",
    "IF_UNCLEAR",
    "KEY_SOURCES",
    "KINDS",
    "LOADS",
    "OFTEN",
    "QUESTIONS",
    "REPLIES",
    "RESUME_CHECKS",
    "SEVERITIES",
    "SINGLE_RUNNERS",
    "SURE",
]

GATE_TIMES = {
    GateWhen.ALWAYS: "Each time",
    GateWhen.ON_RESUME: "Only when resuming",
}

HINTS = {
    Question.COMPLETE: "Name the data, not the system",
    Question.CONSISTENT: "What would be half done?",
    Question.CONFIRMED: "For example: 48 sent, 48 receipts",
    Question.REPEATABLE: "Which steps come after it?",
    Question.WORTHWHILE: "Minutes saved, seconds spent",
}

OFTEN = {
    Often.NEVER: "Never",
    Often.FEW: "In a few interrupted runs",
    Often.HALF: "In about half",
    Often.MOST: "In most",
}

SURE = {Sure.GUESSING: "Guessing", Sure.FAIRLY: "Fairly sure", Sure.CERTAIN: "Certain"}
