"""The facts of the model that the five questions about a checkpoint are held against (PLAN_FORMAT.md)."""

from __future__ import annotations

from planner.core.plan import Checkpoint, Plan, Step


def unconfirmed_before(plan: Plan, checkpoint: Checkpoint) -> tuple[Step, ...]:
    """Return the actions before a checkpoint of which nobody waits for the result."""
    place = plan.index_of(checkpoint.step_id) + (checkpoint.inside is None)
    return tuple(step for step in plan.steps[:place] if not step.confirmed)
