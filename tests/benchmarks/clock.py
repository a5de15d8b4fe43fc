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


def best_in_turns(
    *acts: Callable[[], object], turns: int = 7, clock: Callable[[], float] = time.process_time
) -> tuple[float, ...]:
    """Return the shortest time of each, all taken in turns, so that what slows the machine down meets all of them."""
    rounds = [[best_seconds(act, turns=1, clock=clock) for act in acts] for _ in range(turns)]
    return tuple(min(times) for times in zip(*rounds, strict=True))
