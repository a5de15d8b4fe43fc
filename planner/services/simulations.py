"""Keeping what a simulation found, with the plan as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from planner.core.errors import require
from planner.core.planfile import document_from_plan
from planner.models import Plan, SimulationRun
from planner.models.simulation_run import MAX_RUNS
from planner.services.once import key_of

if TYPE_CHECKING:
    from planner.core.plan import Plan as CorePlan

MAX_SEED = 2**63 - 1


def record(
    row: Plan, *, version: int, key: str, plan: CorePlan, seed: int, runs: int, result: dict[str, Any]
) -> SimulationRun:
    """Keep a simulation of `plan`, which is version `version` of the row; the same key again gives the first one."""
    require(1 <= version <= row.version, "version", f"a version of this plan, from 1 to {row.version}")
    require(0 <= seed <= MAX_SEED, "seed", f"a whole number from 0 to {MAX_SEED:,}")
    require(1 <= runs <= MAX_RUNS, "runs", f"a whole number from 1 to {MAX_RUNS:,}")
    kept = {
        "version": version,
        "seed": seed,
        "runs": runs,
        "document": document_from_plan(plan),
        "result": result,
    }
    return SimulationRun.objects.get_or_create(plan=row, key=key_of(key), defaults=kept)[0]
