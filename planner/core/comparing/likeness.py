"""Whether two plans run alike: what a run reads of a plan, without the words around it."""

from __future__ import annotations

from dataclasses import replace

from planner.core.plan import Answers, Plan, Storage


def run_alike(one: Plan, other: Plan) -> bool:
    """Whether every run of one plan is a run of the other: they differ in words, marks and answers at most."""
    return wordless(one) == wordless(other)


def wordless(plan: Plan) -> Plan:
    """Return the plan without what no run reads: names of steps, descriptions, notes, marks, answers, consequences."""
    return replace(
        plan,
        title="-",
        goal="",
        identity=replace(plan.identity, description="", single_runner=None),
        storage=Storage(),
        state=tuple(replace(variable, sensitive=False, description="") for variable in plan.state),
        steps=tuple(replace(step, name="", notes="", replay_risk=None, consequence=None) for step in plan.steps),
        checkpoints=tuple(replace(checkpoint, answers=Answers()) for checkpoint in plan.checkpoints),
        resume=replace(plan.resume, if_unclear=None, notes=""),
    )
