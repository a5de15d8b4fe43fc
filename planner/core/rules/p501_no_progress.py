"""Every session of a run gets on: it saves, does or begins something new before its limit.

Why it matters: a run whose sessions are all cut short at the same place goes round in circles. It costs time and money,
repeats what it does, and never ends.

Flagged, because the drafts take longer than a session:

    Read the donors < 5min -> donors
    |
    Draft the letters 25min -> letters
    Check the letters 10min <- letters
    Report
    interrupted: limit 30min

Accepted, because the drafts are saved within a session:

    Read the donors < 5min -> donors
    |
    Draft the letters 25min -> letters
    |
    Check the letters 10min <- letters
    Report
    interrupted: limit 30min
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import PlaceCheckpoint
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan, Step
from planner.core.reasoning.standstill import Standstill, standstill
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.wordings.remedy import comes_back_to_newest
from planner.core.wordings.wording import duration, step_name

RULE = Rule("P501", "no-progress", Severity.FIX)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding about a plan whose runs stand still under the session limit alone."""
    found, limit_ms = standstill(timeline), plan.interruptions.session_limit_ms
    if found is not None and limit_ms is not None:
        stopped = plan.steps[timeline.unit_step[found.unit]]
        start = "the start" if found.start is None else f"the save at {step_name(plan.steps[found.start.step])}"
        yield RULE.finding(
            None,
            problem=f"The run never ends: each session is stopped in {step_name(stopped)}, none gets further.",
            why=f"From {start} to the next place to come back to takes {duration(found.needs_ms)}, and a session lasts "
            f"{duration(limit_ms)}.",
            fix=(*_save_between(plan, found, stopped), _longer(found), _shorter(stopped)),
            witness=(limit_ms,) * found.sessions,
        )


def _save_between(plan: Plan, found: Standstill, stopped: Step) -> tuple[Choice, ...]:
    first = 0 if found.start is None else found.start.step + 1
    at = plan.index_of(stopped.id)
    if not comes_back_to_newest(plan) or at <= first:
        return ()
    before = plan.steps[at - 1]
    text = f"Place a checkpoint behind {step_name(before)}, which a session gets to. Each run pays for the save."
    return (Choice(text, PlaceCheckpoint(before.id)),)


def _longer(found: Standstill) -> Choice:
    return Choice(f"Let a session last {duration(found.needs_ms)} or more, if whoever sets the limit agrees.")


def _shorter(stopped: Step) -> Choice:
    return Choice(f"Split {step_name(stopped)}, or the steps before it, into parts that each end with a save.")
