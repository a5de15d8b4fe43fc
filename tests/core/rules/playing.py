"""Playing a witness: the run that a schedule of interruptions makes of a plan."""

from __future__ import annotations

from planner.core.machine import Machine
from planner.core.plan import Plan
from planner.core.run import Chosen, Result, Run
from planner.core.timeline import compile_plan


def outcome(plan: Plan, cuts_ms: tuple[int, ...]) -> Result:
    """Return what a run yields whose sessions are cut so many ms after their start."""
    schedule = Chosen(cuts_ms, plan.interruptions.longest_downtime_ms)
    return Run(Machine(compile_plan(plan)), schedule).result()
