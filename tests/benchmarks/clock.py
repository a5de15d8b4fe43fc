"""How the benchmarks take time: the best of several turns, both sides in one run, since the machines are noisy."""

from __future__ import annotations

import time
from collections.abc import Callable


def best_seconds(act: Callable[[], object], *, turns: int = 5, clock: Callable[[], float] = time.perf_counter) -> float:
    """Return the shortest of several turns, after one that does not count.

    `time.process_time` as the clock leaves out what other processes take, where time is held against a fixed goal.
    """
    act()
    best = float("inf")
    for _ in range(turns):
        begun = clock()
        act()
        best = min(best, clock() - begun)
    return best
