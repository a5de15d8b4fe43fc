"""How the benchmarks take time: the best of several turns, both sides in one run, since the machines are noisy."""

from __future__ import annotations

import time
from collections.abc import Callable


def best_seconds(act: Callable[[], object], *, turns: int = 5) -> float:
    """Return the shortest of several turns, after one that does not count."""
    act()
    best = float("inf")
    for _ in range(turns):
        begun = time.perf_counter()
        act()
        best = min(best, time.perf_counter() - begun)
    return best
