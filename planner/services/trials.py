"""Testing a plan: what is expected, the simulated runs with their seed, and how their outcome is explained."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.db import transaction

from planner.bridge import core_plan
from planner.core.errors import require
from planner.core.exact import exact, exact_document
from planner.core.files.summaryfile import document_from_summary
from planner.core.planfile import plan_from_document
from planner.core.summary import summarise
from planner.core.trying.prediction import Prediction
from planner.core.vocabulary import Often, Sure
from planner.models import Prediction as PredictionRow
from planner.models import Reflection
from planner.models.rows import plain
from planner.services import simulations
from planner.services.draft import tidy_text
from planner.services.once import key_of
from planner.services.own_words import require_unmoved

if TYPE_CHECKING:
    from typing import Any

    from planner.core.plan import Plan as CorePlan
    from planner.models import Plan, SimulationRun

MAX_DIRECT_RUNS = 10_000
"""So many runs take well under a second, within the request; more belong to the command line."""
FIRST_SEED = 1
"""The seed that the command line takes too unless it is told another."""
_SEEDS = 1_000_000


class PlanHasMoved(Exception):  # noqa: N818 -- it says how things stand, and is answered with a page
    """The plan was changed since the form was made; nothing was run."""


def run(
    row: Plan, *, version: int, key: str, runs: int, seed: int, foreseen: Prediction | None = None
) -> SimulationRun:
    """Test the plan as it is and keep what came of it, with what was expected of it if something was.

    The same key again gives the first result. PlanError if there are no steps, or the number of runs is none that a
    page may ask for; PlanHasMoved if `version` is no longer the plan's.
    """
    require_direct(runs=runs, seed=seed)
    known = row.simulation_runs.filter(key=key_of(key)).first()
    if known:
        return known
    plan = plan_to_run(row, version=version)
    result = _result(plan, runs=runs, seed=seed)
    with transaction.atomic():
        if foreseen:
            _keep(row, foreseen, version=version, key=key)
        return simulations.record(row, version=version, key=key, plan=plan, seed=seed, runs=runs, result=result)


def require_direct(*, runs: int, seed: int) -> None:
    """Demand what a page may ask for."""
    require(1 <= runs <= MAX_DIRECT_RUNS, "runs", f"a whole number from 1 to {MAX_DIRECT_RUNS:,}")
    require(0 <= seed <= simulations.MAX_SEED, "seed", f"a whole number from 0 to {simulations.MAX_SEED:,}")


def plan_to_run(row: Plan, *, version: int) -> CorePlan:
    """Return the plan as it is; PlanHasMoved if `version` is no longer the plan's, PlanError if it has no steps."""
    if version != row.version:
        raise PlanHasMoved
    plan = core_plan(row)
    require(bool(plan.steps), "steps", "at least one step, so that there is something to interrupt")
    return plan


def _result(plan: CorePlan, *, runs: int, seed: int) -> dict[str, Any]:
    """Return the document that the command line prints for the same plan, runs and seed."""
    return document_from_summary(summarise(plan, runs=runs, seed=seed), exact=exact_document(exact(plan)))


def _keep(row: Plan, foreseen: Prediction, *, version: int, key: str) -> None:
    said = {
        "version": version,
        "step": foreseen.step or "",
        "repeats": plain(foreseen.repeats, empty=""),
        "repeats_sure": plain(foreseen.repeats_sure, empty=""),
        "lost_ms": foreseen.lost_ms,
        "lost_sure": foreseen.lost_sure.value,
    }
    PredictionRow.objects.get_or_create(plan=row, key=key_of(key), defaults=said)


def latest(row: Plan) -> SimulationRun | None:
    """Return the newest test of a plan; None before the first."""
    return row.simulation_runs.select_related("reflection").order_by("-created_at", "-pk").first()


def tested_plan(tested: SimulationRun) -> CorePlan:
    """Return the plan as it was when it was tested."""
    return plan_from_document(tested.document)


def foreseen_for(row: Plan, *, version: int) -> Prediction | None:
    """Return what was last expected of this version of a plan; None if nothing was said."""
    said = row.predictions.filter(version=version).order_by("-created_at", "-pk").first()
    if said is None:
        return None
    return Prediction(
        step=said.step or None,
        repeats=Often(said.repeats) if said.repeats else None,
        repeats_sure=Sure(said.repeats_sure) if said.repeats_sure else None,
        lost_ms=said.lost_ms,
        lost_sure=Sure(said.lost_sure),
    )


def reflection_on(tested: SimulationRun) -> str:
    """Return how the outcome of a test was explained; nothing if it was not."""
    return tested.reflection.text if hasattr(tested, "reflection") else ""


def reflect(row: Plan, *, test: int, text: str, before: str) -> None:
    """Keep how the outcome of a test is explained.

    `before` is the text that the form was made with. SimulationRun.DoesNotExist if this plan has no such test;
    TextHasMoved if another text has been kept meanwhile; PlanError for text that no plan may hold.
    """
    new = tidy_text(text)
    with transaction.atomic():
        tested = row.simulation_runs.get(pk=test)
        kept, _ = Reflection.objects.select_for_update().get_or_create(run=tested)
        require_unmoved(kept.text, new=new, before=before)
        kept.text = new
        kept.save()


def new_seed() -> int:
    """Return a seed that nobody has chosen, short enough to be told."""
    return secrets.randbelow(_SEEDS)
