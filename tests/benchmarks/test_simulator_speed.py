"""How fast the simulator is, as ratios taken in one run: against bare random numbers, and against SimPy.

Run with: python3 manage.py test tests/benchmarks -m benchmark -s
Each goal is printed beside what was measured; the assertions leave room for a noisy machine.
"""

from __future__ import annotations

import math
import tracemalloc
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

from planner.core.plan import Plan
from planner.core.simulate import CHUNK, Simulator
from planner.core.summary import summarise
from tests.benchmarks.clock import best_in_turns
from tests.benchmarks.simpy_model import SimpyModel
from tests.benchmarks.workflows import chain

pytestmark = pytest.mark.benchmark

NOISE = 2.5
"""How much worse than the goal a noisy machine may make it before the assertion fails."""


def floor_of(simulator: Simulator) -> Callable[[], object]:
    """Return one exponential draw per session and run, and nothing else, session by session as the runs end."""
    ended_after = np.sort(simulator.simulate(range(CHUNK)).by_run["interruptions"])
    going = [CHUNK - int(np.searchsorted(ended_after, session)) for session in range(int(ended_after[-1]) + 1)]
    rng = np.random.default_rng(1)
    return lambda: [rng.exponential(1.0, count) for count in going]


@pytest.mark.parametrize(
    ("steps", "guards", "goal"), [(10, False, 15), (100, False, 15), (10, True, 30), (100, True, 30)]
)
def test_a_chunk_takes_a_small_multiple_of_its_random_numbers(steps: int, guards: bool, goal: int) -> None:
    simulator = Simulator(chain(steps, guards=guards, interruptions=5, every=max(steps // 10, 3)), seed=1)
    ours, floor = best_in_turns(lambda: simulator.simulate(range(CHUNK)), floor_of(simulator))
    print(f"\n{steps} steps, guards {guards}: {ours / floor:.1f} times the floor (goal {goal})")
    assert ours / floor <= goal * NOISE


def test_a_thousand_times_the_units_at_most_double_the_time() -> None:
    short = Simulator(chain(10, guards=False, interruptions=5, every=3), seed=1)
    long = Simulator(chain(500, guards=False, interruptions=5, every=150, items=20), seed=1)
    times = best_in_turns(*(partial(simulator.simulate, range(CHUNK)) for simulator in (short, long)))
    sessions = [simulator.simulate(range(CHUNK)).by_run["interruptions"].sum() + CHUNK for simulator in (short, long)]
    per_session = times[1] / times[0] * float(sessions[0]) / float(sessions[1])
    print(f"\n10,000 units against 10: {per_session:.2f} times the time a session (goal 2)")
    assert per_session <= 2 * NOISE


def test_memory_does_not_grow_with_the_runs() -> None:
    plan = chain(100, guards=True, interruptions=5)
    peaks = []
    for runs in (2 * CHUNK, 8 * CHUNK):
        tracemalloc.start()
        summarise(plan, runs=runs, seed=1)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    few, many = (peak / 1e6 for peak in peaks)
    print(f"\npeak memory at {2 * CHUNK:,} runs {few:.0f} MB, at {8 * CHUNK:,} runs {many:.0f} MB")
    assert peaks[1] <= peaks[0] * 1.1


@pytest.mark.parametrize(("guards", "goal"), [(False, 1_000), (True, 400)])
def test_many_times_as_many_runs_a_second_as_simpy(guards: bool, goal: int) -> None:
    plan = chain(100, guards=guards, interruptions=5)
    chunk, forty = best_in_turns(
        lambda: Simulator(plan, seed=1).simulate(range(CHUNK)), lambda: SimpyModel(plan, seed=1).run(40), turns=4
    )
    ours, theirs = CHUNK / chunk, 40 / forty
    print(
        f"\nguards {guards}: {ours:,.0f} runs a second, SimPy {theirs:,.0f}: {ours / theirs:,.0f} times (goal {goal})"
    )
    assert ours / theirs >= goal / NOISE


@pytest.mark.parametrize("guards", [False, True])
def test_simpy_counts_the_same(guards: bool) -> None:
    plan: Plan = chain(20, guards=guards, interruptions=3, every=4)
    runs = 4_000
    theirs = SimpyModel(plan, seed=7).run(runs)
    ours = summarise(plan, runs=200_000, seed=1)
    scale = {"wall": 1_000, "busy": 1_000}
    counted = {"wall": theirs.wall_ms, "busy": theirs.busy_ms, "interruptions": theirs.interruptions}
    counted |= {name: getattr(theirs, name) for name in ("duplicates", "harmless", "missed", "reasks", "divergences")}
    for name, total in counted.items():
        error = ours.standard_error[name] * math.sqrt(200_000 / runs)
        assert abs(total / runs / scale.get(name, 1) - ours.mean[name]) <= 4 * error, name
