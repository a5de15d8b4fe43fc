"""Two plans run alike when they differ in words alone."""

from dataclasses import replace
from random import Random

import pytest

from planner.core.comparing.likeness import run_alike, wordless
from planner.core.plan import Answer, Answers, Plan, ReplayRisk, Resume, Step, Storage
from planner.core.sketch import sketch
from planner.core.summary import summarise
from planner.core.vocabulary import Consequence, Guard, IfUnclear, Loads, SingleRunner
from tests.core.random_plans import random_plan

PLAN = sketch("Read -> rows\n|\nPay !\nReport <- rows\nstate: rows")
PAY = PLAN.step("pay")


def with_pay(step: Step) -> Plan:
    return replace(PLAN, steps=(PLAN.steps[0], step, PLAN.steps[2]))


@pytest.mark.parametrize(
    "reworded",
    [
        replace(PLAN, title="Another", goal="Pay once."),
        replace(PLAN, storage=Storage(where="a table", keeps_ms=1)),
        replace(PLAN, identity=replace(PLAN.identity, single_runner=SingleRunner.LEASE, description="the week")),
        replace(PLAN, resume=replace(PLAN.resume, if_unclear=IfUnclear.STOP, notes="Ask Ana.")),
        replace(PLAN, state=(replace(PLAN.state[0], sensitive=True, description="what is read"),)),
        with_pay(replace(PAY, name="Pay all", notes="once", replay_risk=ReplayRisk(repeats=True))),
        with_pay(replace(PAY, consequence=Consequence.COSTLY)),
        replace(
            PLAN, checkpoints=(replace(PLAN.checkpoints[0], answers=Answers(complete=Answer(reason="All is saved."))),)
        ),
    ],
)
def test_words_change_no_run(reworded: Plan) -> None:
    assert reworded != PLAN
    assert run_alike(reworded, PLAN)


@pytest.mark.parametrize(
    "changed",
    [
        with_pay(replace(PAY, duration_ms=1)),
        with_pay(replace(PAY, guards=(Guard.LOOKUP,))),
        with_pay(replace(PAY, idempotent=True)),
        replace(PLAN, checkpoints=()),
        replace(PLAN, checkpoints=(replace(PLAN.checkpoints[0], snapshot=()),)),
        replace(PLAN, resume=Resume(loads=Loads.RESTART)),
        replace(PLAN, interruptions=replace(PLAN.interruptions, restart_every_ms=1)),
        replace(PLAN, state=(replace(PLAN.state[0], storable=False),)),
    ],
)
def test_what_a_run_meets_makes_another_plan(changed: Plan) -> None:
    assert not run_alike(changed, PLAN)


def test_the_runs_of_a_plan_are_those_of_the_plan_without_words() -> None:
    for number in range(15):
        plan = random_plan(Random(number))
        assert summarise(wordless(plan), runs=50, seed=number) == summarise(plan, runs=50, seed=number)
