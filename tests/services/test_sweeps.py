"""Sweeps of a plan: at once or in the background, with the same numbers; one at a time, asked for once."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.utils import timezone

from planner.core.errors import PlanError
from planner.models import Job, Plan
from planner.models.job import JobStatus
from planner.services import plans, steps, sweeps
from planner.services.sweeps import MOST_KEPT, ONE_AT_A_TIME, Sweep
from planner.services.trials import PlanHasMoved
from tests.jobs.working import work_everything
from tests.services.stored import new_key, stored

pytestmark = pytest.mark.django_db

DRAWING = "Read 5min\n|\nPay ! 20min\nReport 5min"
MINUTE = 60_000


def sweep(*, runs: int = 50, seed: int = 1) -> Sweep:
    return Sweep(restarts_ms=(30 * MINUTE, None), limits_ms=(20 * MINUTE, 60 * MINUTE, None), runs=runs, seed=seed)


@pytest.fixture
def row() -> Plan:
    return stored(DRAWING)


@pytest.fixture(autouse=True)
def time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small grid is done at once, whatever else the machine does."""
    monkeypatch.setattr(sweeps, "MOST_SECONDS", 60.0)


@pytest.fixture
def no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every grid is too large to be done at once."""
    monkeypatch.setattr(sweeps, "MOST_SECONDS", -1.0)


def asked(row: Plan, wanted: Sweep | None = None) -> Job:
    return sweeps.ask(row, version=row.version, key=new_key(), wanted=wanted or sweep())


def test_a_small_grid_is_done_at_once_with_a_row_for_each_interval(row: Plan) -> None:
    job = asked(row)
    (swept,) = sweeps.kept(row)
    assert (swept.job, swept.is_open, swept.version, swept.chunks) == (job, False, 1, 0)
    assert (job.status, job.owner, job.plan) == (JobStatus.DONE, None, row)
    assert job.result is not None
    places = [[(cell["restart"], cell["limit"], cell["never"]) for cell in line] for line in job.result]
    assert places == [
        [(1_800, 1_200, True), (1_800, 3_600, False), (1_800, None, False)],
        [(None, 1_200, True), (None, 3_600, False), (None, None, False)],
    ]


def test_nothing_that_interrupts_is_the_run_itself(row: Plan) -> None:
    result = asked(row).result
    assert result is not None
    last = result[-1][-1]
    assert (last["mean"]["wall"], last["mean"]["duplicates"], last["error"]) == (last["ideal"], 0, {})


@pytest.mark.usefixtures("no_time")
def test_a_large_grid_comes_to_the_same_in_the_background(row: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    job = asked(row)
    assert [(one.done, one.chunks, one.is_open) for one in sweeps.kept(row)] == [(0, 6, True)]
    work_everything()
    job.refresh_from_db()
    monkeypatch.setattr(sweeps, "MOST_SECONDS", 60.0)
    at_once = asked(stored(DRAWING))
    assert at_once.result is not None
    assert (job.status, job.result) == (JobStatus.DONE, at_once.result)


@pytest.mark.parametrize(("name", "most"), [("MOST_RUNS_AT_ONCE", 299), ("MOST_UNITS_AT_ONCE", 2)])
def test_what_may_take_longer_is_not_begun_in_the_request(
    row: Plan, monkeypatch: pytest.MonkeyPatch, name: str, most: int
) -> None:
    monkeypatch.setattr(sweeps, name, most)
    assert asked(row).status == JobStatus.WAITING


@pytest.mark.usefixtures("no_time")
def test_a_chunk_says_which_place_it_is_and_the_job_holds_the_plan(row: Plan) -> None:
    job = asked(row)
    assert job.chunks.get(number=0).arguments == {
        "job": str(job.key),
        "restart": 1_800,
        "limit": 1_200,
    }
    assert sweeps.kept(row)[0].plan.title == row.title


def test_the_same_form_twice_is_one_sweep(row: Plan) -> None:
    key = new_key()
    first, second = (sweeps.ask(row, version=1, key=key, wanted=sweep()) for _ in range(2))
    assert (first, Job.objects.count()) == (second, 1)


def test_a_plan_that_has_changed_is_not_swept(row: Plan) -> None:
    steps.remove(row, step="report", version=1, key=new_key())
    with pytest.raises(PlanHasMoved):
        sweeps.ask(row, version=1, key=new_key(), wanted=sweep())
    assert not Job.objects.exists()


def test_an_earlier_sweep_keeps_the_plan_that_it_was_about(row: Plan) -> None:
    asked(row)
    steps.remove(row, step="report", version=1, key=new_key())
    asked(row)
    assert [(one.version, len(one.plan.steps)) for one in sweeps.kept(row)] == [(2, 2), (1, 3)]


@pytest.mark.usefixtures("no_time")
def test_one_sweep_of_a_plan_is_under_way_at_a_time(row: Plan) -> None:
    first = asked(row)
    with pytest.raises(PlanError, match=ONE_AT_A_TIME):
        asked(row)
    assert sweeps.cancel(row, first.key, now=timezone.now())
    second = asked(row)
    with pytest.raises(PlanError, match=ONE_AT_A_TIME):
        sweeps.retry(row, first.key)
    work_everything()
    assert sweeps.retry(row, first.key)
    work_everything()
    assert {one.job.status for one in sweeps.kept(row)} == {JobStatus.DONE}
    assert not sweeps.retry(row, second.key)
    assert not sweeps.cancel(row, second.key, now=timezone.now())


def test_the_oldest_sweeps_make_room(row: Plan) -> None:
    made = [asked(row) for _ in range(MOST_KEPT + 2)]
    assert [one.job for one in sweeps.kept(row)] == list(reversed(made[2:]))


def test_a_sweep_goes_with_its_plan(row: Plan) -> None:
    asked(row)
    plans.delete(row)
    assert not Job.objects.exists()


@pytest.mark.parametrize(
    "wanted",
    [
        Sweep(restarts_ms=(), limits_ms=(1,), runs=1, seed=1),
        Sweep(restarts_ms=(1,) * 21, limits_ms=(1,) * 20, runs=1, seed=1),
        sweep(runs=0),
        sweep(runs=10_001),
        sweep(seed=-1),
    ],
    ids=str,
)
def test_a_grid_that_no_page_may_ask_for_is_refused(row: Plan, wanted: Sweep) -> None:
    with pytest.raises(PlanError):
        asked(row, wanted)
    assert not Job.objects.exists()


def test_a_plan_without_steps_has_nothing_to_interrupt(row: Plan) -> None:
    for step in ("report", "pay", "read"):
        steps.remove(row, step=step, version=row.version, key=new_key())
    with pytest.raises(PlanError, match="at least one step"):
        asked(row)


def test_a_key_that_is_another_jobs_is_refused(row: Plan) -> None:
    other = asked(stored(DRAWING))
    for key in (str(other.key), "none"):
        with pytest.raises(PlanError, match="key"):
            sweeps.ask(row, version=1, key=key, wanted=sweep())


def test_a_sweep_of_another_plan_is_not_found(row: Plan) -> None:
    other = asked(stored(DRAWING))
    for key in (other.key, UUID(int=1)):
        with pytest.raises(Job.DoesNotExist):
            sweeps.cancel(row, key, now=timezone.now())
        with pytest.raises(Job.DoesNotExist):
            sweeps.retry(row, key)
    assert sweeps.kept(row) == []
