"""What a plan says of state and resume, in words: for a page on which it is only read."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from planner.core.trying.assumption import interruptions_in_words
from planner.web.quantities import about
from planner.web.words import IDENTITY_SOURCES, IF_UNCLEAR, LOADS, RESUME_CHECKS, SINGLE_RUNNERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from planner.core.plan import Plan

Word = TypeVar("Word", bound=StrEnum)
OPEN = "Not answered"


def said_of(plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield question and answer."""
    identity, storage, resume = plan.identity, plan.storage, plan.resume
    source = IDENTITY_SOURCES[identity.source] if identity.source else OPEN
    yield "The run is found again by", f"{source}: {identity.description}" if identity.description else source
    yield "Two resumes at once are stopped by", _word(SINGLE_RUNNERS, identity.single_runner)
    kept = f", for {about(storage.keeps_ms)}" if storage.keeps_ms is not None else ""
    yield "Snapshots and records live in", f"{storage.where or OPEN}{kept}"
    yield "A resumed run loads", _word(LOADS, resume.loads)
    checks = " ".join(RESUME_CHECKS[check] for check in resume.checks or ())
    yield "It checks first", checks or ("Nothing" if resume.checks is not None else OPEN)
    yield "If something is unclear", _word(IF_UNCLEAR, resume.if_unclear)
    yield "One recovery takes", about(resume.recovery_ms)
    yield "What interrupts it", " ".join(interruptions_in_words(plan.interruptions))


def _word(words: Mapping[Word, str], word: Word | None) -> str:
    return words[word] if word else OPEN
