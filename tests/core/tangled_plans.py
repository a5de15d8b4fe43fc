"""Random plans made of what is hard to reason about: keys that run out, records only before the act, saves inside."""

from __future__ import annotations

import random
from dataclasses import replace

from planner.core.plan import Checkpoint, Plan, Step
from planner.core.vocabulary import Guard, KeySource, Kind, Loads
from tests.core.tiny_plans import tiny_plan

_SOURCES = (KeySource.STORED, KeySource.DERIVED, KeySource.DERIVED, None)
_GUARDED = (
    (Guard.IDEMPOTENCY_KEY,),
    (Guard.IDEMPOTENCY_KEY,),
    (Guard.IDEMPOTENCY_KEY, Guard.ACTION_RECORD),
    (Guard.INTENT_RECORD,),
    (Guard.INTENT_RECORD, Guard.ACTION_RECORD),
    (Guard.LOOKUP, Guard.HUMAN_GATE),
)


def tangled_plan(rng: random.Random, *, max_steps: int = 6) -> Plan:
    """Return a random plan of a few milliseconds in which most actions are guarded halfway."""
    plan = tiny_plan(rng, max_steps=max_steps)
    steps = tuple(_tangled_step(rng, step) for step in plan.steps)
    return replace(
        plan,
        steps=steps,
        checkpoints=plan.checkpoints + _saves_inside(rng, steps),
        identity=replace(plan.identity, source=None),
        resume=replace(
            plan.resume, checks=None, loads=rng.choice((None, None, Loads.LATEST, Loads.FIRST, Loads.RESTART))
        ),
    )


def _tangled_step(rng: random.Random, step: Step) -> Step:
    if step.kind is not Kind.ACTION or rng.random() < 0.1:
        return replace(step, deterministic=rng.random() < 0.5)
    return replace(
        step,
        idempotent=rng.random() < 0.1,
        guards=rng.choice(_GUARDED),
        key_source=rng.choice(_SOURCES),
        key_retention_ms=rng.choice((None, 1, 3, 6, 9, 12, 18, 27)),
    )


def _saves_inside(rng: random.Random, steps: tuple[Step, ...]) -> tuple[Checkpoint, ...]:
    inside = [step for step in steps if step.kind is Kind.ACTION and rng.random() < 0.4]
    return tuple(Checkpoint(id=f"in-{step.id}", inside=step.id, save_ms=rng.choice((0, 1, 2))) for step in inside)
