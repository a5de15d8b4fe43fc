"""Counting what many runs do takes the memory of the runs, however often they do it."""

from __future__ import annotations

import tracemalloc

import numpy as np

from planner.core.manyruns.census import Totals

RUNS, STEPS, SESSIONS = 1_000, 4, 2_000


def test_a_run_with_many_duplicates_of_a_step_is_counted_once() -> None:
    totals = Totals(RUNS, STEPS)
    run = np.arange(RUNS)
    for session in range(SESSIONS):
        totals.add("duplicates", run[session % 2 :], np.full(len(run[session % 2 :]), session % 3))
    totals.add("duplicates", run[:5], np.full(5, 3), np.array([0, 2, 0, 1, 0]))
    totals.close()
    assert totals.runs_with_duplicates.tolist() == [RUNS, RUNS, RUNS, 2]
    assert totals.by_step["duplicates"].tolist() == [666_667, 666_666, 665_667, 3]


def test_duplicates_do_not_pile_up() -> None:
    totals, run, step = Totals(RUNS, STEPS), np.arange(RUNS), np.zeros(RUNS, np.int64)
    tracemalloc.start()
    for _ in range(SESSIONS):
        totals.add("duplicates", run, step)
    totals.close()
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak_bytes < 6_000_000
