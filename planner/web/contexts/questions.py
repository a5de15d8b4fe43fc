"""The five questions of a checkpoint, the learner's answers, and the model's evidence once there is an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from planner.core.vocabulary import Question, Reply
from planner.web.contexts.bench import Bench, is_justified
from planner.web.contexts.remarks import Remark
from planner.web.words import HINTS, QUESTIONS, REPLIES

if TYPE_CHECKING:
    from django.forms import Form

    from planner.core.plan import Checkpoint

CHOICES = tuple((reply.value, word) for reply, word in REPLIES.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionRow:
    """One question with its answer."""

    key: str
    text: str
    answer: str
    answer_word: str
    reason: str
    hint: str
    choices: tuple[tuple[str, str], ...]
    href: str
    model: Remark | None
    open: bool
    errors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Questions:
    """The five questions of one checkpoint."""

    words: str
    open: bool
    rows: tuple[QuestionRow, ...]


def questions_of(bench: Bench, checkpoint: Checkpoint, *, opened: bool) -> Questions:
    """Return the questions of a checkpoint; `opened`: they are shown at once where an answer is missing."""
    justified = sum(is_justified(checkpoint.answers.to(question)) for question in Question)
    rows = tuple(_row(bench, checkpoint, question) for question in Question)
    return Questions(
        words=f"{justified} of 5 questions answered with a reason",
        open=(opened and justified < 5) or any(row.errors for row in rows),
        rows=rows,
    )


def _row(bench: Bench, checkpoint: Checkpoint, question: Question) -> QuestionRow:
    answer = checkpoint.answers.to(question)
    posted = bench.posted.get(f"answer-{checkpoint.id}-{question}")
    return QuestionRow(
        key=question.value,
        text=QUESTIONS[question],
        answer=_typed(posted, "answer", answer.answer or ""),
        answer_word=REPLIES[answer.answer] if answer.answer else "",
        reason=_typed(posted, "reason", answer.reason),
        hint=HINTS[question],
        choices=CHOICES,
        href=f"{bench.base}checkpoints/{checkpoint.id}/answer/{question}/",
        model=_evidence(bench, checkpoint, question) if bench.is_answered(checkpoint, question) else None,
        open=bench.editable and not is_justified(answer),
        errors=tuple(str(error) for errors in posted.errors.values() for error in errors) if posted else (),
    )


def _typed(posted: Form | None, name: str, stored: str) -> str:
    """Return what was typed, where it could not be taken, and else what is stored."""
    return str(posted.data.get(name, "")) if posted else stored


def _evidence(bench: Bench, checkpoint: Checkpoint, question: Question) -> Remark:
    """Return what the model says to a question, held against the answer where there is one."""
    fact = bench.facts_about(checkpoint)[question]
    says = Reply.YES if fact.holds else Reply.NO
    agrees = checkpoint.answers.to(question).answer in (None, says)
    return Remark("passed" if agrees and fact.holds else "think", f"The model says {says}. {fact.because}")
