"""How a plan fares under many assumptions: one simulation for each pair of a restart interval and a session limit."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from planner.core.plan import Plan
from planner.core.planfile import plan_from_document
from planner.core.times import to_ms
from planner.core.trying.sweep import fare, under
from planner.jobs.kind import Arguments
from planner.models.job import Job


def split(arguments: Arguments) -> Sequence[Arguments]:
    """Make a chunk of each cell; `restarts` and `limits` are lists of seconds, null where there is none.

    The plan stays with the job, whose key is `job`: a grid of 400 cells holds it once.
    """
    return [
        {"job": arguments["job"], "restart": restart, "limit": limit}
        for restart in arguments["restarts"]
        for limit in arguments["limits"]
    ]


def work(arguments: Arguments) -> Any:
    """Work out one cell."""
    asked = Job.objects.values_list("arguments", flat=True).get(key=arguments["job"])
    plan = plan_from_document(asked["plan"])
    return cell(plan, arguments["restart"], arguments["limit"], runs=asked["runs"], seed=asked["seed"])


def cell(plan: Plan, restart: float | None, limit: float | None, *, runs: int, seed: int) -> dict[str, Any]:
    """Return what a plan comes to under one pair of assumptions, in seconds."""
    assumed = under(plan, restart_ms=_ms(restart), limit_ms=_ms(limit))
    return {"restart": restart, "limit": limit, **asdict(fare(assumed, runs=runs, seed=seed))}


def join(arguments: Arguments, results: Sequence[Any]) -> Any:
    """Lay the cells out in rows, one a restart interval."""
    width = len(arguments["limits"])
    return [list(results[at : at + width]) for at in range(0, len(results), width)]


def _ms(seconds: float | None) -> int | None:
    return None if seconds is None else to_ms(seconds)
