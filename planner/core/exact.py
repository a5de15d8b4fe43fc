"""The expected values of a plan, where they have a closed form (MODEL.md section 7)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from planner.core.closedform.chain import limited_sessions
from planner.core.closedform.counted import counted_sessions
from planner.core.closedform.expected import Expected
from planner.core.closedform.sessions import Floats, Law, Sessions, poisson_sessions
from planner.core.closedform.wayback import NoClosedFormError, WaysBack, ways_back
from planner.core.manyruns.census import COUNTS
from planner.core.plan import Interruptions, Plan
from planner.core.simulate import TIMES, Simulator
from planner.core.summary import QUANTITIES
from planner.core.timeline import Timeline, compile_plan

_A_KEY_EXPIRES = "a receiver keeps keys for a limited time, and which repeats it recognises depends on wall time"
_REASONS = {
    "duplicates": _A_KEY_EXPIRES,
    "harmless": _A_KEY_EXPIRES,
    "divergences": "the first action that rests on a step's result can be left undone",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Exact:
    """Expected values of one run under the names of a simulation's means; times are seconds."""

    mean: dict[str, float]
    """The values that have a closed form."""
    by_step: dict[str, dict[str, float]]
    """The counts of each step that have one."""
    reasons: dict[str, str]
    """Why the others have none, by their names."""
    finished: float | None
    """The share of runs that finish; None: not known."""


def exact(plan: Plan | Timeline) -> Exact:
    """Return the expected values of a plan.

    Drawn instants are whole milliseconds in a simulation and real numbers here, which shows only where mean times
    between interruptions are a matter of milliseconds.
    """
    timeline = compile_plan(plan) if isinstance(plan, Plan) else plan
    given = timeline.plan.interruptions
    try:
        drawn = (given.at_random or given.exactly) and timeline.ideal_ms
        return _of_sessions(timeline) if drawn else _of_the_only_run(timeline)
    except NoClosedFormError as reason:
        return Exact(mean={}, by_step={}, reasons=dict.fromkeys(QUANTITIES, str(reason)), finished=None)


def exact_document(values: Exact) -> dict[str, float] | None:
    """Return the values that have a closed form as `plan simulate` prints them; None: none has."""
    return {name: values.mean[name] for name in QUANTITIES if name in values.mean} or None


def _of_the_only_run(timeline: Timeline) -> Exact:
    """Simulate once: with a session limit alone, or nothing that interrupts, all runs are the same."""
    chunk = Simulator(timeline, seed=0).simulate(range(1))
    mean = {name: float(values[0]) / (1_000 if name in TIMES else 1) for name, values in chunk.by_run.items()}
    counts = {name: chunk.by_step[name].astype(np.float64) for name in COUNTS}
    return Exact(mean=mean, by_step=_by_step(timeline, counts), reasons={}, finished=float(chunk.finished[0]))


def _of_sessions(timeline: Timeline) -> Exact:
    ways = ways_back(timeline)
    sessions = _sessions(ways, timeline.plan.interruptions)
    expected = Expected(ways, sessions)
    counts = expected.counts()
    mean = _mean(sessions, expected.inconsistent(), counts)
    reasons = {name: _REASONS[name] for name in QUANTITIES if name not in mean}
    return Exact(mean=mean, by_step=_by_step(timeline, counts), reasons=reasons, finished=sessions.finished)


def _sessions(ways: WaysBack, given: Interruptions) -> Sessions:
    if given.exactly:
        return counted_sessions(ways, given.exactly, given.downtime_ms)
    law = Law.of(given)
    return poisson_sessions(ways, law) if law.limit_ms is None else limited_sessions(ways, law)


def _mean(sessions: Sessions, inconsistent: float, counts: dict[str, Floats]) -> dict[str, float]:
    times = {name: getattr(sessions, f"{name}_ms") / 1_000 for name in TIMES}
    sums = {name: float(means.sum()) for name, means in counts.items()}
    known = {name: total for name, total in sums.items() if not np.isnan(total)}
    return {"interruptions": sessions.interruptions, **times, "inconsistent": inconsistent, **known}


def _by_step(timeline: Timeline, counts: dict[str, Floats]) -> dict[str, dict[str, float]]:
    rows = zip(*(counts[name].tolist() for name in COUNTS), strict=True)
    return {
        step.id: {name: mean for name, mean in zip(COUNTS, row, strict=True) if mean == mean}
        for step, row in zip(timeline.plan.steps, rows, strict=True)
    }
