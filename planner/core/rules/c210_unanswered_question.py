"""Each of the five questions about a checkpoint has an answer and a reason.

Why it matters: the five questions are what a checkpoint is justified by. An answer without a reason cannot be
discussed, and “unsure” with a reason is a better start than a bare “yes”.

Flagged, because one question is not answered:

    Draft the letters
    | answered yes yes yes yes -
    Send the letters !

Accepted:

    Draft the letters
    | answered yes yes yes yes unsure
    Send the letters !
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Answer, Checkpoint, Plan
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.vocabulary import Question
from planner.core.wordings.wording import checkpoint_name, listed

RULE = Rule("C210", "unanswered-question", Severity.FIX, reads_judgements=True)

_QUESTIONS = [question.value for question in Question]
_FIX = (
    Choice("Answer each question with one sentence: what is it about this run that makes it so?"),
    Choice("Answer “unsure” where you cannot tell, and write down what you would have to find out."),
)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each checkpoint with a question that has no answer, or an answer that has no reason."""
    for checkpoint in plan.checkpoints:
        answers = _answers_of(checkpoint)
        open_ones = [name for name, answer in answers if answer.answer is None]
        bare = [name for name, answer in answers if answer.answer is not None and not answer.reason.strip()]
        if open_ones or bare:
            yield RULE.finding(
                checkpoint,
                problem=f"Nobody can tell from this plan why {checkpoint_name(plan, checkpoint)} stands there.",
                why=" ".join(_sentences(open_ones, bare)),
                fix=_FIX,
            )


def _answers_of(checkpoint: Checkpoint) -> list[tuple[str, Answer]]:
    given = checkpoint.answers
    return [(name, getattr(given, name)) for name in _QUESTIONS]


def _sentences(open_ones: list[str], bare: list[str]) -> Iterator[str]:
    if open_ones:
        yield f"No answer: {listed(open_ones)}."
    if bare:
        yield f"An answer without a reason: {listed(bare)}."
