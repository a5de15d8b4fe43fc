"""Sweeps: how a plan fares under a grid of assumptions, worked out at once if it is small, else in the background."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from planner.core.errors import PlanError, require
from planner.core.planfile import document_from_plan, plan_from_document
from planner.core.times import to_seconds
from planner.jobs import ledger
from planner.jobs.kinds.sweep import cell, join
from planner.models import Job, Plan
from planner.models.job import JobStatus as JobStatus
from planner.services.once import key_of
from planner.services.trials import plan_to_run, require_direct

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from planner.core.plan import Plan as CorePlan

KIND = "sweep"
MOST_CELLS = 400
MOST_SECONDS = 0.25
"""A request works on a grid for so long at most, in time of its processor, but for the one cell at hand."""
MOST_RUNS_AT_ONCE = 200_000
MOST_UNITS_AT_ONCE = 5_000
"""Of a plan with more units than this, a single cell can take longer than a request should."""
MOST_KEPT = 5
ONE_AT_A_TIME = "one sweep of a plan at a time: stop the one that is under way, or wait for it"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """What is asked for: restart intervals and session limits in ms, None where there is none, and the runs a cell."""

    restarts_ms: tuple[int | None, ...]
    limits_ms: tuple[int | None, ...]
    runs: int
    seed: int

    @property
    def cells(self) -> int:
        """How many simulations it is."""
        return len(self.restarts_ms) * len(self.limits_ms)

    def require_possible(self) -> None:
        """Demand what a page may ask for."""
        require(0 < self.cells <= MOST_CELLS, "size", f"from 1 to {MOST_CELLS} simulations")
        require_direct(runs=self.runs, seed=self.seed)


@dataclass(frozen=True, slots=True)
class Swept(ledger.Progress):
    """A sweep of a plan: what was asked for, of which version, and how far it is."""

    @property
    def version(self) -> int:
        """The version of the plan that it is about."""
        return int(self.job.arguments["version"])

    @property
    def plan(self) -> CorePlan:
        """The plan as it was."""
        return plan_from_document(self.job.arguments["plan"])


def ask(row: Plan, *, version: int, key: str, wanted: Sweep) -> Job:
    """Sweep the plan as it is; the same key again gives the same sweep.

    A small grid is done when this returns, any other is left to a worker. PlanError if the plan has no steps, the grid
    is none that a page may ask for, or another sweep of the plan is under way; PlanHasMoved if `version` is no longer
    the plan's. Older sweeps of the plan go, but for some.
    """
    wanted.require_possible()
    key_id = key_of(key)
    known: Job | None = _sweeps(row).filter(key=key_id).first()
    if known:
        return known
    plan = plan_to_run(row, version=version)
    return _keep(row, key_id, _arguments(wanted, plan, version, key_id), _at_once(plan, wanted))


def _keep(row: Plan, key: UUID, arguments: dict[str, Any], cells: list[Any] | None) -> Job:
    with transaction.atomic():
        Plan.objects.select_for_update().get(pk=row.pk)
        if Job.objects.filter(key=key).exclude(plan=row, kind=KIND).exists():
            raise PlanError("key", "the key of a form of this plan")
        if _sweeps(row).filter(status__in=ledger.OPEN).exclude(key=key).exists():
            raise PlanError("", ONE_AT_A_TIME)
        _forget(row)
        if cells is None:
            return ledger.start(KIND, arguments, key=key, owner=row.owner, plan=row)
        return ledger.start_done(KIND, arguments, join(arguments, cells), key=key, plan=row, now=timezone.now())


def _forget(row: Plan) -> None:
    kept = _sweeps(row).order_by("-created_at", "-pk").values_list("pk", flat=True)[: MOST_KEPT - 1]
    _sweeps(row).exclude(pk__in=list(kept)).delete()


def _arguments(wanted: Sweep, plan: CorePlan, version: int, key: UUID) -> dict[str, Any]:
    return {
        "job": str(key),
        "version": version,
        "plan": document_from_plan(plan),
        "restarts": [_seconds(ms) for ms in wanted.restarts_ms],
        "limits": [_seconds(ms) for ms in wanted.limits_ms],
        "runs": wanted.runs,
        "seed": wanted.seed,
    }


def _seconds(milliseconds: int | None) -> float | None:
    return None if milliseconds is None else to_seconds(milliseconds)


def _at_once(plan: CorePlan, wanted: Sweep) -> list[Any] | None:
    """Return the cells of a grid; None if they take longer than a request should."""
    units = sum(step.items for step in plan.steps)
    if units > MOST_UNITS_AT_ONCE or wanted.cells * wanted.runs > MOST_RUNS_AT_ONCE:
        return None
    deadline, cells = time.thread_time() + MOST_SECONDS, []
    for restart_ms in wanted.restarts_ms:
        for limit_ms in wanted.limits_ms:
            if time.thread_time() > deadline:
                return None
            cells.append(cell(plan, _seconds(restart_ms), _seconds(limit_ms), runs=wanted.runs, seed=wanted.seed))
    return cells


def kept(row: Plan) -> list[Swept]:
    """Return the sweeps of a plan, the newest first, with one query."""
    found = ledger.progress(_sweeps(row).order_by("-created_at", "-pk"))
    return [Swept(one.job, one.done, one.chunks) for one in found]


def cancel(row: Plan, key: UUID, *, now: datetime) -> bool:
    """Stop a sweep; false if it is over already. Job.DoesNotExist for one that is not of this plan."""
    return ledger.cancel(_sweeps(row).get(key=key), now=now)


def retry(row: Plan, key: UUID) -> bool:
    """Take up a sweep again that failed or was stopped; false if it goes on or is done. Job.DoesNotExist as above.

    PlanError if another sweep of the plan is under way.
    """
    job = _sweeps(row).get(key=key)
    with transaction.atomic():
        Plan.objects.select_for_update().get(pk=row.pk)
        if _sweeps(row).filter(status__in=ledger.OPEN).exclude(key=key).exists():
            raise PlanError("", ONE_AT_A_TIME)
        return ledger.retry(job)


def _sweeps(row: Plan) -> Any:
    return Job.objects.filter(plan=row, kind=KIND)
