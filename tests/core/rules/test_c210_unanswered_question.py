"""C210: questions about a checkpoint without an answer, and answers without a reason."""

from __future__ import annotations

from dataclasses import replace

from planner.core.check import check_plan
from planner.core.finding import Finding, Place
from planner.core.plan import Answer, Answers, Plan
from planner.core.sketch import sketch
from planner.core.vocabulary import Reply

YES = Answer(answer=Reply.YES, reason="The drafts are written.")


def found_in(answers: Answers) -> tuple[Finding, ...]:
    plan = sketch("Draft\n|\nSend !")
    answered: Plan = replace(plan, checkpoints=(replace(plan.checkpoints[0], answers=answers),))
    return check_plan(answered, select=["C210"])


ALL_YES = Answers(complete=YES, consistent=YES, confirmed=YES, repeatable=YES, worthwhile=YES)


def test_five_answers_with_reasons_are_enough() -> None:
    assert found_in(ALL_YES) == ()


def test_unsure_with_a_reason_is_an_answer() -> None:
    unsure = Answer(answer=Reply.UNSURE, reason="I do not know how long a save takes.")
    assert found_in(replace(ALL_YES, worthwhile=unsure)) == ()


def test_one_finding_names_what_has_no_answer_and_what_has_no_reason() -> None:
    bare = Answer(answer=Reply.UNSURE, reason=" ")
    (finding,) = found_in(
        replace(ALL_YES, complete=Answer(), repeatable=bare, worthwhile=Answer(reason="It is short."))
    )
    assert finding.about == Place(checkpoint="after-draft")
    assert finding.why == "No answer: “complete” and “worthwhile”. An answer without a reason: “repeatable”."
