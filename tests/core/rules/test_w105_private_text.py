"""W105: text in a plan that looks like a secret or like personal data."""

from __future__ import annotations

from dataclasses import replace

import pytest

from planner.core.check import check_plan
from planner.core.finding import THE_PLAN, Finding, Place, Severity
from planner.core.plan import (
    Answer,
    Answers,
    Checkpoint,
    Identity,
    Plan,
    ReplayRisk,
    Resume,
    Step,
    Storage,
    Variable,
)
from planner.core.sketch import sketch
from planner.privacy import private_in

ADDRESS = "ana@harborside.example"
TELEPHONE = "+44 20 7946 0018"


def found_in(plan: Plan) -> tuple[Finding, ...]:
    return check_plan(plan, select=["W105"], spot=private_in)


def test_the_finding_says_what_it_looks_like_and_where_it_stands_and_does_not_repeat_it() -> None:
    (finding,) = found_in(Plan(title="T", steps=(Step(id="a", name=f"Call {TELEPHONE}", notes=f"Or mail {ADDRESS}"),)))
    assert (finding.severity, finding.about) == (Severity.FIX, Place(step="a"))
    assert (
        finding.problem == "Everybody who sees the plan sees what looks like a telephone number and an e-mail address."
    )
    assert finding.why == "It stands in the name and the notes."
    assert ADDRESS not in repr(finding)
    assert TELEPHONE not in repr(finding)


STEP = Step(id="a", name="A")
CHECKPOINT = Checkpoint(id="c", after="a")


@pytest.mark.parametrize(
    ("plan", "about", "where"),
    [
        (Plan(title=ADDRESS), THE_PLAN, "the title"),
        (Plan(title="T", goal=ADDRESS), THE_PLAN, "the goal"),
        (Plan(title="T", identity=Identity(description=ADDRESS)), THE_PLAN, "what identifies the run"),
        (Plan(title="T", storage=Storage(where=ADDRESS)), THE_PLAN, "where it is stored"),
        (Plan(title="T", state=(Variable(name=ADDRESS),)), THE_PLAN, "the name of a variable"),
        (
            Plan(title="T", state=(Variable(name="v", description=ADDRESS),)),
            THE_PLAN,
            "the description of a variable",
        ),
        (Plan(title="T", resume=Resume(notes=ADDRESS)), THE_PLAN, "the notes on resuming"),
        (
            Plan(title="T", steps=(replace(STEP, replay_risk=ReplayRisk(prevention=ADDRESS)),)),
            Place(step="a"),
            "what prevents a repeat",
        ),
        (Plan(title="T", steps=(replace(STEP, produces=(ADDRESS,)),)), Place(step="a"), "the name of a variable"),
        (
            Plan(
                title="T",
                steps=(STEP,),
                checkpoints=(replace(CHECKPOINT, answers=Answers(confirmed=Answer(reason=ADDRESS))),),
            ),
            Place(checkpoint="c"),
            "the reason of an answer",
        ),
        (
            Plan(title="T", steps=(STEP,), checkpoints=(replace(CHECKPOINT, snapshot=(ADDRESS,)),)),
            Place(checkpoint="c"),
            "the name of a variable",
        ),
    ],
)
def test_every_text_of_a_plan_is_read(plan: Plan, about: Place, where: str) -> None:
    (finding,) = found_in(plan)
    assert (finding.about, finding.why) == (about, f"It stands in {where}.")


def test_a_plan_without_such_text_is_accepted() -> None:
    assert found_in(sketch("Mail the treasurer !\n|\nReport")) == ()


def test_whoever_checks_without_a_spotter_is_not_told() -> None:
    assert check_plan(Plan(title=ADDRESS), select=["W105"]) == ()
