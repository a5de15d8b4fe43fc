"""How a plan fares under many assumptions: one simulation for each pair of a restart interval and a session limit."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from planner.core.plan import Interruptions
from planner.core.planfile import plan_from_document
from planner.core.summary import summarise
from planner.core.times import to_ms
from planner.jobs.kind import Arguments


def split(arguments: Arguments) -> Sequence[Arguments]:
    """Make a chunk of each cell; `restarts` and `limits` are lists of seconds, null where there is none."""
    shared = {name: arguments[name] for name in ("plan", "runs", "seed")}
    return [
        {**shared, "restart": restart, "limit": limit}
        for restart in arguments["restarts"]
        for limit in arguments["limits"]
    ]


def work(arguments: Arguments) -> Any:
    """Simulate one cell: the share of runs that finish, and means a run."""
    plan = plan_from_document(arguments["plan"])
    under = replace(plan, interruptions=_interruptions(plan.interruptions, arguments))
    summary = summarise(under, runs=arguments["runs"], seed=arguments["seed"])
    means = {name: summary.mean[name] for name in ("interruptions", "lost", "wall", "duplicates", "missed")}
    return {"restart": arguments["restart"], "limit": arguments["limit"], "finished": summary.finished, **means}


def join(arguments: Arguments, results: Sequence[Any]) -> Any:
    """Lay the cells out in rows, one a restart interval."""
    width = len(arguments["limits"])
    return [list(results[at : at + width]) for at in range(0, len(results), width)]


def _interruptions(given: Interruptions, arguments: Arguments) -> Interruptions:
    """Return the assumptions of a cell; downtimes stay as the plan has them, its other sources go."""
    restart, limit = arguments["restart"], arguments["limit"]
    return Interruptions(
        restart_every_ms=None if restart is None else to_ms(restart),
        restart_downtime_ms=given.restart_downtime_ms or given.downtime_ms,
        session_limit_ms=None if limit is None else to_ms(limit),
        limit_downtime_ms=given.limit_downtime_ms,
    )
