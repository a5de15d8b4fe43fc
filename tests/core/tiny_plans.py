"""Random plans that last a few milliseconds, so that every schedule of whole milliseconds can be tried."""

from __future__ import annotations

import random
from dataclasses import replace

from planner.core.plan import Interruptions, Plan, Step
from planner.core.vocabulary import Kind
from tests.core.random_plans import random_plan


def tiny_plan(rng: random.Random, *, max_steps: int = 3, finite_retention: bool = True) -> Plan:
    """Return a random plan of any shape whose times are a few milliseconds each."""
    plan = random_plan(rng, max_steps=max_steps, max_items=3, finite_retention=finite_retention)
    return replace(
        plan,
        steps=tuple(_shortened(rng, step) for step in plan.steps),
        checkpoints=tuple(replace(checkpoint, save_ms=rng.choice((0, 0, 1, 2))) for checkpoint in plan.checkpoints),
        resume=replace(plan.resume, recovery_ms=rng.choice((0, 0, 1, 2))),
        interruptions=Interruptions(restart_every_ms=100, restart_downtime_ms=rng.choice((0, 0, 1, 3))),
    )


def _shortened(rng: random.Random, step: Step) -> Step:
    kept = step.key_retention_ms is not None
    short = replace(step, duration_ms=rng.choice((1, 1, 2, 3, 4)))
    if step.kind is not Kind.ACTION:
        return short
    return replace(short, gate_ms=rng.choice((0, 1, 3)), key_retention_ms=rng.choice((0, 1, 3, 6, 9)) if kept else None)
