"""Expected values against what they are derived apart from: simulated runs, the machine, and each other."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from planner.core.closedform.chain import limited_sessions
from planner.core.closedform.sessions import Law, Sessions, poisson_sessions
from planner.core.closedform.wayback import NoClosedFormError, WaysBack, ways_back
from planner.core.exact import Exact, exact
from planner.core.explore import explore
from planner.core.machine import Machine
from planner.core.plan import Checkpoint, Interruptions, Plan, Step
from planner.core.planfile import plan_from_document
from planner.core.run import Drawn, Run
from planner.core.strikes import Strikes
from planner.core.summary import QUANTITIES, Summary, summarise
from planner.core.timeline import compile_plan
from tests.core.random_plans import random_plan

VECTORS = sorted((Path(__file__).parent.parent / "vectors").glob("*.json"))
SOURCES = (("restart", "close"), ("restart", "close", "limit"), ("exactly",))
COUNTED = ("interruptions", "inconsistent", "duplicates", "harmless", "missed", "reasks", "divergences")


def lasting_plan(number: int, sources: Collection[str], *, max_steps: int = 6) -> Plan:
    """Return a random plan of any shape whose times are long beside a millisecond, which is where draws are rounded."""
    rng = random.Random(number)
    plan = random_plan(rng, max_steps=max_steps, interruptions=sources)
    steps = tuple(_lasting_step(rng, step) for step in plan.steps)
    return replace(plan, steps=steps, checkpoints=tuple(_lasting_save(rng, one) for one in plan.checkpoints))


def _lasting_step(rng: random.Random, step: Step) -> Step:
    return replace(step, duration_ms=rng.choice((3_000, 5_000, 10_000, 17_333, 60_000)))


def _lasting_save(rng: random.Random, checkpoint: Checkpoint) -> Checkpoint:
    return replace(checkpoint, save_ms=rng.choice((0, 1_000, 5_000, 10_000)))


def far(values: Exact, summary: Summary, errors: float) -> dict[str, float]:
    """Return the expected values that lie further from the means than so many standard errors, and how far.

    Of a rare event too few may have happened to show its spread, so that a count's error is at least that of a
    Poisson number; a rounding error is no distance.
    """
    return {
        name: distance
        for name, mean, expected, error in _compared(values, summary)
        if (distance := max(abs(mean - expected) - 1e-9 * (1 + abs(expected)), 0) / max(error, 1e-9)) > errors
    }


def _compared(values: Exact, summary: Summary) -> Iterator[tuple[str, float, float, float]]:
    for name, expected in values.mean.items():
        least = math.sqrt(expected / summary.runs) if name in COUNTED else 0.0
        yield name, summary.mean[name], expected, max(summary.standard_error[name], least)
    for step_id, counts in values.by_step.items():
        for name, expected in counts.items():
            error = max(summary.standard_error[name], math.sqrt(expected / summary.runs))
            yield f"{name} of {step_id}", getattr(summary.by_step[step_id], name), expected, error
    share = values.finished or 0.0
    yield "finished", summary.finished, share, math.sqrt(share * (1 - share) / summary.runs)


@pytest.mark.parametrize("sources", SOURCES, ids=" ".join)
def test_simulated_means_lie_within_four_standard_errors(sources: Collection[str]) -> None:
    plans = [plan for number in range(60) if has_chance(plan := lasting_plan(number, sources))]
    assert distances(plans, runs=100_000, errors=4) == {}


@pytest.mark.campaign
@pytest.mark.parametrize("sources", SOURCES, ids=" ".join)
def test_the_means_of_many_more_runs_of_many_more_plans_lie_within_five(sources: Collection[str]) -> None:
    plans = [plan for number in range(1_000, 3_000) if has_chance(plan := lasting_plan(number, sources))]
    assert distances(plans, runs=300_000, errors=5) == {}


def has_chance(plan: Plan) -> bool:
    """Whether the runs of a plan differ: a limit alone cuts all of them alike."""
    given = plan.interruptions
    return bool(given.restart_every_ms or given.close_every_ms or given.exactly)


def distances(plans: list[Plan], *, runs: int, errors: float) -> dict[int, dict[str, float]]:
    """Return, for each plan with an expected value that is far from the mean, which and how far."""
    known = [(at, plan, values) for at, plan in enumerate(plans) if (values := exact(plan)).mean]
    assert len(known) > len(plans) / 3
    found = ((at, far(values, summarise(plan, runs=runs, seed=1), errors)) for at, plan, values in known)
    return {at: names for at, names in found if names}


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_every_vector_with_expected_values_lies_within_four_standard_errors(path: Path) -> None:
    vector = json.loads(path.read_bytes())
    values = exact(plan_from_document(vector["plan"]))
    assert {name: gap for name, gap in _gaps(values, vector) if gap > 4} == {}


def _gaps(values: Exact, vector: dict[str, Any]) -> Iterator[tuple[str, float]]:
    for name, (mean, error) in vector["mean_and_standard_error"].items():
        expected = _expected(values, name)
        if expected is not None:
            least = 0.0 if name.partition(".")[0] not in COUNTED else math.sqrt(expected / vector["runs"])
            yield name, max(abs(mean - expected) - 1e-5, 0) / max(error, least, 1e-9)


def _expected(values: Exact, name: str) -> float | None:
    count, _, step_id = name.partition(".")
    if step_id:
        return values.by_step.get(step_id, {}).get(count)
    return values.finished if name == "finished" else values.mean.get(name)


def test_most_vectors_have_expected_values() -> None:
    known = [path.stem for path in VECTORS if exact(plan_from_document(json.loads(path.read_bytes())["plan"])).mean]
    assert len(known) > 30


def test_with_a_limit_that_no_session_reaches_the_chain_gives_the_closed_forms() -> None:
    compared = [both for number in range(400) if (both := _both_ways(lasting_plan(number, ("restart",)))) is not None]
    assert len(compared) > 100
    for closed, chained in compared:
        assert _numbers(chained) == pytest.approx(_numbers(closed), rel=1e-9, abs=1e-6)
        assert np.allclose(chained.cut, closed.cut, rtol=1e-9, atol=1e-12)
        assert np.allclose(chained.terms[0].weights, closed.terms[0].weights, rtol=1e-9, atol=1e-12)


def _both_ways(plan: Plan) -> tuple[Sessions, Sessions] | None:
    ways = _ways(plan)
    if ways is None or not plan.interruptions.restart_every_ms:
        return None
    law = Law.of(plan.interruptions)
    try:
        return poisson_sessions(ways, law), limited_sessions(ways, replace(law, limit_ms=10**12))
    except NoClosedFormError:
        return None


def _ways(plan: Plan) -> WaysBack | None:
    try:
        return ways_back(compile_plan(plan))
    except NoClosedFormError:
        return None


def _numbers(sessions: Sessions) -> dict[str, float]:
    names = ("finished", "interruptions", "busy_ms", "wall_ms", "recovery_ms", "lost_ms", "skipped_ms")
    return {name: getattr(sessions, name) for name in names}


def test_with_a_limit_alone_every_run_is_the_machines() -> None:
    for number in range(150):
        plan = random_plan(random.Random(number), interruptions=("limit",))
        timeline = compile_plan(plan)
        result = Run(Machine(timeline), Drawn(Strikes(plan.interruptions, 1), 0)).result()
        tally = result.tally
        counts = ("duplicates", "harmless", "missed", "reasks", "divergences")
        assert exact(timeline) == Exact(
            mean={
                "interruptions": result.interruptions,
                "lost": result.lost_ms / 1_000,
                "skipped": result.skipped_ms / 1_000,
                "recovery": result.recovery_ms / 1_000,
                "busy": result.busy_ms / 1_000,
                "wall": result.wall_ms / 1_000,
                "inconsistent": tally.inconsistent,
                **{name: sum(getattr(tally, name)) for name in counts},
            },
            by_step={
                step.id: {name: getattr(tally, name)[at] for name in counts} for at, step in enumerate(plan.steps)
            },
            reasons={},
            finished=result.finished,
        )


def test_what_has_a_mean_can_happen_and_what_can_happen_has_a_mean() -> None:
    for number in range(200):
        strikes = Interruptions(restart_every_ms=600_000)
        plan = replace(lasting_plan(number, ("restart",)), interruptions=strikes)
        values = exact(plan)
        known = {
            "unfinished",
            "inconsistent",
            *(f"{name}.{at}" for at, names in values.by_step.items() for name in names),
        }
        possible = {str(event) for event in explore(plan, interruptions=2).possible} & known
        assert not values.mean or _likely(values) == possible


def _likely(values: Exact) -> set[str]:
    """Return what has a mean, beyond rounding, under the names that the explorer gives it."""
    means = {
        "unfinished": 1 - (values.finished or 0.0),
        "inconsistent": values.mean["inconsistent"],
        **{f"{name}.{at}": mean for at, names in values.by_step.items() for name, mean in names.items()},
    }
    return {name for name, mean in means.items() if mean > 1e-13 and not name.startswith("harmless")}


def test_no_interruption_is_the_same_said_in_two_ways() -> None:
    for number in range(50):
        plan = lasting_plan(number, ())
        assert exact(replace(plan, interruptions=Interruptions(exactly=0))) == exact(plan)


def test_every_quantity_is_known_or_has_its_reason() -> None:
    for number in range(300):
        values = exact(random_plan(random.Random(number)))
        assert {*values.mean, *values.reasons} == set(QUANTITIES)
        assert not {*values.mean} & {*values.reasons}
        assert all(math.isfinite(mean) and mean >= -1e-9 for mean in values.mean.values())
        assert 0 <= (values.finished or 0) <= 1
