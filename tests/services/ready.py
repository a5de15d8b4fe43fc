"""A plan with nothing in the way of handing it in."""

from dataclasses import replace

from planner import models
from planner.bridge import core_plan
from planner.core.plan import Answer, Answers, Plan, ReplayRisk, Storage
from planner.core.sketch import sketch
from planner.core.vocabulary import IfUnclear, Reply, ResumeCheck, SingleRunner
from planner.services import simulations
from tests.services.stored import new_key, stored_plan

DRAWING = "Read -> rows\n|\nWork <- rows -> more\nReport <- more"


def ready_plan(drawing: str = DRAWING) -> Plan:
    """A plan with every question answered."""
    plan = sketch(drawing)
    yes = Answer(answer=Reply.YES, reason="So it is.")
    answers = Answers(complete=yes, consistent=yes, confirmed=yes, repeatable=yes, worthwhile=yes)
    return replace(
        plan,
        identity=replace(plan.identity, single_runner=SingleRunner.LEASE),
        storage=Storage(where="a table"),
        steps=tuple(replace(step, replay_risk=ReplayRisk(repeats=False)) for step in plan.steps),
        checkpoints=tuple(replace(checkpoint, answers=answers) for checkpoint in plan.checkpoints),
        resume=replace(plan.resume, checks=tuple(ResumeCheck), if_unclear=IfUnclear.STOP),
    )


def ready(drawing: str = DRAWING) -> models.Plan:
    """The same in the database, tested."""
    row = stored_plan(ready_plan(drawing))
    with_test(row)
    return row


RESULT = {
    "format": "checkpoint-simulation/1",
    "runs": 200,
    "finished": 1.0,
    "interrupted": 0.5,
    "mean": {"lost": 60.0},
    "percentile": {"lost": {"90": 120.0}},
    "by_step": {},
}


def with_test(row: models.Plan, *, seed: int = 1) -> models.SimulationRun:
    """A test of the plan as it is."""
    plan = core_plan(row)
    return simulations.record(row, version=row.version, key=new_key(), plan=plan, seed=seed, runs=200, result=RESULT)
