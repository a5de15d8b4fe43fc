"""One drawn run with chosen interruptions, and what came of it as a dictionary of all that is not zero."""

from __future__ import annotations

from planner.core.machine import Machine
from planner.core.manyruns.census import COUNTS
from planner.core.plan import Plan
from planner.core.run import Chosen, Result, Run
from planner.core.sketch import sketch
from planner.core.timeline import compile_plan
from planner.core.times import to_ms, to_seconds

Yield = dict[str, float]


def run(drawing: str | Plan, *cuts: float, downtime: float = 0) -> Yield:
    """Return what a run yields that is cut so many seconds into its sessions; the downtime is in seconds too.

    Without `unfinished` it finished; a count of a step is named “duplicates of pay”.
    """
    plan = drawing if isinstance(drawing, Plan) else sketch(drawing)
    schedule = Chosen([to_ms(cut) for cut in cuts], to_ms(downtime))
    return yield_of(plan, Run(Machine(compile_plan(plan)), schedule).result())


def yield_of(plan: Plan, result: Result) -> Yield:
    """Return all of a result that is not zero; times are seconds."""
    times = ("wall", "busy", "recovery", "skipped", "lost")
    everything = {
        "unfinished": int(not result.finished),
        "interruptions": result.interruptions,
        **{name: to_seconds(getattr(result, f"{name}_ms")) for name in times},
        "inconsistent": result.tally.inconsistent,
        **{
            f"{name} of {step.id}": getattr(result.tally, name)[at]
            for name in COUNTS
            for at, step in enumerate(plan.steps)
        },
    }
    return {name: value for name, value in everything.items() if value}
