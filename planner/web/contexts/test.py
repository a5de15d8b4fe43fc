"""What the Test page is given: before the first test, and after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from planner.bridge import core_plan
from planner.core.alternative import worst_action
from planner.core.trial import trial
from planner.services import trials
from planner.web.contexts import results
from planner.web.contexts.comparison import comparison
from planner.web.contexts.frame import frame
from planner.web.forms.test import RunForm
from planner.web.quantities import counted

if TYPE_CHECKING:
    from planner.core.plan import Plan as CorePlan
    from planner.models import Plan, SimulationRun

FEWEST_STEPS = 2
"""With fewer steps there is nothing between which a checkpoint could stand."""


def page_of(row: Plan, *, form: RunForm | None = None) -> dict[str, Any]:
    """Return the page: the newest test if there is one, and the form for the next; `form` is one to be shown again."""
    tested = trials.latest(row)
    is_current = tested is not None and tested.version == row.version
    plan = trials.tested_plan(tested) if tested and is_current else core_plan(row)
    asked = {"runs": tested.runs, "seed": tested.seed} if tested else {}
    return {
        **frame(row, current="test"),
        "form": form or RunForm(initial={**asked, "version": row.version}),
        "is_current": is_current,
        "too_few": len(plan.steps) < FEWEST_STEPS,
        "result": of_tested(tested) if tested else None,
    }


def of_tested(tested: SimulationRun) -> dict[str, Any]:
    """Return everything about one test, from the plan as it was then."""
    plan = trials.tested_plan(tested)
    tried = trial(plan, runs=tested.runs, seed=tested.seed)
    worst = worst_action(plan)
    return {
        "version": tested.version,
        "seed": tested.seed,
        "runs": counted(tried.runs, "test run"),
        "runs_number": tried.runs,
        "interrupted": tried.interrupted,
        **_numbers(plan, tested),
        "headline": results.headline(plan, tried, worst),
        "steps": results.step_by_step(plan, tried),
        "chart": results.lost_chart(tried),
        "comparison": comparison(plan, runs=tested.runs, seed=tested.seed, worst=worst),
    }


def _numbers(plan: CorePlan, tested: SimulationRun) -> dict[str, Any]:
    return {"all": results.over_all(tested.result), "rests_on": results.rests_on(plan)}
