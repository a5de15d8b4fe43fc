"""What a simulation found is kept with the plan as it was."""

from typing import Any

import pytest

from planner.bridge import core_plan
from planner.core.errors import PlanError
from planner.core.planfile import plan_from_document
from planner.models import SimulationRun
from planner.services import simulations, steps
from tests.services.stored import new_key, now_in, stored

pytestmark = pytest.mark.django_db

RESULT = {"format": "checkpoint-simulation/1", "finished": 1.0, "exact": None}


def test_a_simulation_keeps_the_plan_as_it_was() -> None:
    row = stored("Read\nPay !")
    plan = core_plan(row)
    run = simulations.record(row, version=1, key=new_key(), plan=plan, seed=7, runs=2_000, result=RESULT)
    steps.remove(row, step="pay", version=1, key=new_key())
    kept = SimulationRun.objects.get(pk=run.pk)
    assert plan_from_document(kept.document) == plan != now_in(row)
    assert (kept.plan, kept.version, kept.seed, kept.runs, kept.result) == (row, 1, 7, 2_000, RESULT)
    assert row.version == 2


def test_the_same_request_is_kept_once() -> None:
    row, key = stored("Read"), new_key()
    kept = [
        simulations.record(row, version=1, key=key, plan=core_plan(row), seed=1, runs=10, result=RESULT) for _ in "12"
    ]
    assert kept[0] == kept[1]
    assert row.simulation_runs.count() == 1


@pytest.mark.parametrize(
    "wrong", [{"version": 2}, {"version": 0}, {"seed": -1}, {"seed": 2**63}, {"runs": 0}, {"runs": 10_000_001}]
)
def test_what_no_simulation_can_be_is_refused(wrong: dict[str, Any]) -> None:
    row = stored("Read")
    asked: dict[str, Any] = {
        "version": 1,
        "key": new_key(),
        "plan": core_plan(row),
        "seed": 1,
        "runs": 10,
        "result": RESULT,
    } | wrong
    with pytest.raises(PlanError) as refused:
        simulations.record(row, **asked)
    assert refused.value.path == next(iter(wrong))
    assert row.simulation_runs.count() == 0
