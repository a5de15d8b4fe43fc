"""What a number of test runs came to, held against the summary of the same runs and against each run by itself."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from planner.core.machine import Machine
from planner.core.plan import Plan
from planner.core.planfile import read_plan
from planner.core.run import Drawn, Result, Run
from planner.core.simulate import Simulator
from planner.core.sketch import sketch
from planner.core.strikes import Strikes
from planner.core.summary import summarise
from planner.core.timeline import compile_plan
from planner.core.trying.trial import Bins, trial

PLANS = [Path("planner/data/example.json"), *sorted(Path("tests/plans").glob("*.json"))]
HARMED = sketch("Read 5min\nPay ! 20min\n|\nReport 5min\ninterrupted: restart 30min (down 1min)")


def each_run(plan: Plan, runs: int, seed: int) -> list[Result]:
    machine = Machine(compile_plan(plan))
    strikes = Strikes(plan.interruptions, seed)
    return [Run(machine, Drawn(strikes, run)).result() for run in range(runs)]


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
def test_it_counts_what_the_summary_of_the_same_runs_counts(path: Path) -> None:
    plan = read_plan(path.read_bytes())
    tried, summary = trial(plan, runs=200, seed=7), summarise(plan, runs=200, seed=7)
    names = ("runs_with_duplicates", "duplicates", "harmless", "missed", "reasks", "divergences")
    found = {
        step.id: {name: getattr(counts, name) for name in names}
        for step, counts in zip(plan.steps, tried.steps, strict=True)
    }
    expected = {
        step: {name: round(getattr(counts, name) * 200) for name in names} for step, counts in summary.by_step.items()
    }
    assert found == expected
    assert tried.interrupted == round(summary.interrupted * 200)
    assert tried.unfinished == round((1 - summary.finished) * 200)


def test_the_typical_run_is_the_interrupted_one_in_the_middle() -> None:
    results = [result for result in each_run(HARMED, 60, 3) if result.interruptions]
    tried = trial(HARMED, runs=60, seed=3)
    lost, wall = (sorted(getattr(one, name) for one in results) for name in ("lost_ms", "wall_ms"))
    middle = (len(results) - 1) // 2
    assert (tried.interrupted, tried.typical_lost_ms, tried.typical_wall_ms) == (
        len(results),
        lost[middle],
        wall[middle],
    )


def test_the_most_telling_run_does_most_harm_then_loses_most_work() -> None:
    results = each_run(HARMED, 60, 3)
    interrupted = [run for run, result in enumerate(results) if result.interruptions]
    order = sorted(interrupted, key=lambda run: (-sum(results[run].tally.duplicates), -results[run].lost_ms, run))
    told = [(run.run, run.duplicates, run.lost_ms) for run in trial(HARMED, runs=60, seed=3).telling]
    assert told == [(run, sum(results[run].tally.duplicates), results[run].lost_ms) for run in order[:8]]


def test_every_interrupted_run_is_in_one_bin() -> None:
    tried = trial(HARMED, runs=200, seed=1)
    assert sum(tried.lost.counts) == tried.interrupted


def test_bins_hold_the_runs_that_lost_so_much() -> None:
    bins = trial(HARMED, runs=200, seed=1).lost
    by_run = Simulator(HARMED, seed=1).simulate(range(200)).by_run
    lost = by_run["lost"][by_run["interruptions"] > 0]
    edges = np.arange(len(bins.counts) + 1) * bins.width_ms
    inside, _ = np.histogram(lost, bins=[*edges[:-1], np.inf] if bins.open_ended else edges)
    assert tuple(inside.tolist()) == bins.counts


def test_without_interruptions_nothing_is_typical_and_nothing_tells() -> None:
    tried = trial(sketch("Read\nPay !\ninterrupted: exactly 0"), runs=50, seed=1)
    assert (tried.interrupted, tried.typical_lost_ms, tried.telling) == (0, 0, ())
    assert tried.lost == Bins(width_ms=60_000, counts=(), open_ended=False)


def test_one_run_is_enough() -> None:
    tried = trial(sketch("Read 60s\n|\nReport 60s\ninterrupted: exactly 1"), runs=1, seed=5)
    assert (tried.runs, tried.interrupted, len(tried.telling), sum(tried.lost.counts)) == (1, 1, 1, 1)
