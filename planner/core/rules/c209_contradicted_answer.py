"""An answer to one of the five questions agrees with what the model of the plan shows.

Why it matters: the answers are what a reader of the plan relies on. Where the model shows the opposite, either the plan
does not say something that you know, or the run does something that you do not expect.

Flagged, because the payment behind the checkpoint can happen twice:

    Read the invoices < 20min
    | answered yes yes yes yes yes
    Pay the invoices !

Accepted:

    Read the invoices < 20min
    | answered yes yes yes no yes
    Pay the invoices !
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.evidence import Five, evidence
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Answers, Plan
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.vocabulary import Question, Reply
from planner.core.wordings.wording import checkpoint_name, listed
from planner.core.wordings.words import QUESTIONS

RULE = Rule("C209", "contradicted-answer", Severity.THINK, reads_judgements=True)

_FIX = (
    Choice("Change the plan until the answer is true, if it is what the run must be able to do."),
    Choice("Change the answer, if the plan is as you want it."),
    Choice("If you know better than the model, say in the reason what the plan does not show."),
)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each checkpoint with an answer that the model contradicts."""
    if all(checkpoint.answers == Answers() for checkpoint in plan.checkpoints):
        return
    for checkpoint, five in zip(plan.checkpoints, evidence(timeline), strict=True):
        wrong = _contradicted(checkpoint.answers, five)
        if wrong:
            answered = listed([QUESTIONS[question] for question in wrong])
            yield RULE.finding(
                checkpoint,
                problem=f"The answers about {checkpoint_name(plan, checkpoint)} promise another run than this plan "
                f"makes: {answered}.",
                why=" ".join(five[question].because for question in wrong),
                fix=_FIX,
            )


def _contradicted(answers: Answers, five: Five) -> list[Question]:
    says = {Reply.YES: True, Reply.NO: False}
    given = ((question, says.get(reply)) for question in Question if (reply := answers.to(question).answer))
    return [question for question, claim in given if claim is not None and claim != five[question].holds]
