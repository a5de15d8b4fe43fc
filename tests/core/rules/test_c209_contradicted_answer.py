"""C209: answers that the model contradicts."""

from __future__ import annotations

import pytest

from planner.core.check import check_plan
from planner.core.finding import Finding, Place
from planner.core.sketch import sketch
from planner.core.vocabulary import Question
from planner.core.wordings.words import QUESTIONS


def found_in(drawing: str) -> tuple[Finding, ...]:
    return check_plan(sketch(drawing), select=["C209"])


def test_one_finding_names_every_contradicted_answer_and_its_evidence() -> None:
    (finding,) = found_in("Read 20min -> list, day\n| holds day answered yes yes yes no yes\nPay ! <- list, day")
    assert finding.about == Place(checkpoint="after-read")
    assert finding.problem == (
        "The answers about the checkpoint after “Read” promise another run than this plan makes: "
        "“Is everything that the rest of the run needs saved here?” and "
        "“Is the work it saves worth the cost of saving?”."
    )
    assert finding.why == (
        "The rest of the run needs “list”, which is not saved here. "
        "No run can come back here: the snapshot cannot be used."
    )


@pytest.mark.parametrize(
    ("answers", "contradicted"),
    [
        ("yes yes yes no yes", []),
        ("- - - - -", []),
        ("unsure unsure unsure unsure unsure", []),
        ("no yes yes no yes", ["complete"]),
        ("yes no yes no yes", ["consistent"]),
        ("yes yes no no yes", ["confirmed"]),
        ("yes yes yes yes yes", ["repeatable"]),
        ("yes yes yes no no", ["worthwhile"]),
        ("no no no yes no", ["complete", "consistent", "confirmed", "repeatable", "worthwhile"]),
    ],
)
def test_yes_and_no_are_held_against_the_model_and_unsure_is_not(answers: str, contradicted: list[str]) -> None:
    found = found_in(f"Read 20min\n| answered {answers}\nPay !")
    assert [finding.problem.rpartition(": ")[2] for finding in found] == _named(contradicted)


def _named(questions: list[str]) -> list[str]:
    quoted = [f"“{QUESTIONS[Question(question)]}”" for question in questions]
    if not quoted:
        return []
    return [f"{', '.join(quoted[:-1])} and {quoted[-1]}." if len(quoted) > 1 else f"{quoted[0]}."]
