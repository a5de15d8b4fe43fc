"""Testing a plan: simulated runs with their seed, kept with the plan as it was."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from planner.bridge import core_plan
from planner.core.errors import require
from planner.core.planfile import plan_from_document
from planner.core.summary import summarise
from planner.core.summaryfile import document_from_summary
from planner.services import simulations
from planner.services.once import key_of

if TYPE_CHECKING:
    from planner.core.plan import Plan as CorePlan
    from planner.models import Plan, SimulationRun

MAX_DIRECT_RUNS = 10_000
"""So many runs take well under a second, within the request; more belong to the command line."""
FIRST_SEED = 1
"""The seed that the command line takes too unless it is told another."""
_SEEDS = 1_000_000


class PlanHasMoved(Exception):  # noqa: N818 -- it says how things stand
    """The plan was changed since the form was made; nothing was run."""


def run(row: Plan, *, version: int, key: str, runs: int, seed: int) -> SimulationRun:
    """Test the plan as it is and keep what came of it; the same key again gives the first result.

    PlanError if there are no steps, or the number of runs is none that a page may ask for; PlanHasMoved if `version`
    is no longer the plan's.
    """
    require(1 <= runs <= MAX_DIRECT_RUNS, "runs", f"a whole number from 1 to {MAX_DIRECT_RUNS:,}")
    known = row.simulation_runs.filter(key=key_of(key)).first()
    if known:
        return known
    if version != row.version:
        raise PlanHasMoved
    plan = core_plan(row)
    require(bool(plan.steps), "steps", "at least one step, so that there is something to interrupt")
    result = document_from_summary(summarise(plan, runs=runs, seed=seed))
    return simulations.record(row, version=version, key=key, plan=plan, seed=seed, runs=runs, result=result)


def latest(row: Plan) -> SimulationRun | None:
    """Return the newest test of a plan that was run on its page or beside it; None before the first."""
    return row.simulation_runs.order_by("-created_at", "-pk").first()


def tested_plan(tested: SimulationRun) -> CorePlan:
    """Return the plan as it was when it was tested."""
    return plan_from_document(tested.document)


def new_seed() -> int:
    """Return a seed that nobody has chosen, short enough to be told."""
    return secrets.randbelow(_SEEDS)
