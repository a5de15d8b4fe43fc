"""A plan without what the learner says about it: all that the model and most rules go by."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from planner.core.plan import Answers, Checkpoint, Plan, Step

_OPEN = Answers()


def without_judgements(plan: Plan) -> Plan:
    """Return the plan without the marks on its steps and the answers to the questions of its checkpoints."""
    steps = tuple(step if step.replay_risk is None else _unmarked(step) for step in plan.steps)
    checkpoints = tuple(one if one.answers == _OPEN else _unanswered(one) for one in plan.checkpoints)
    return replace(plan, steps=steps, checkpoints=checkpoints)


@lru_cache(maxsize=8_192)
def _unmarked(step: Step) -> Step:
    return replace(step, replay_risk=None)


@lru_cache(maxsize=2_048)
def _unanswered(checkpoint: Checkpoint) -> Checkpoint:
    return replace(checkpoint, answers=_OPEN)
