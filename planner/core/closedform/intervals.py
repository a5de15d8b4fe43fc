"""How often to save a long piece of work that can be saved anywhere, in closed form (MODEL.md section 7).

Times are in any one unit; `mean` is the mean time between Poisson interruptions, `save` what one save takes.
"""

from __future__ import annotations

import math


def expected_wall(length: float, *, mean: float, recovery: float = 0.0, downtime: float = 0.0) -> float:
    """Return the expected wall time of a segment, its closing save included: e^{r/M}·(e^{a/M} − 1)·(M + D).

    OverflowError where that is beyond all bounds, at some 700 mean times.
    """
    return math.exp(recovery / mean) * math.expm1(length / mean) * (mean + downtime)


def young_period(save: float, *, mean: float) -> float:
    """Return the work between two saves that is best to first order: √(2CM) (Young 1974)."""
    return math.sqrt(2 * save * mean)


def daly_period(save: float, *, mean: float) -> float:
    """Return Daly's higher-order estimate of the best period (Daly 2006, equation 37)."""
    if save >= 2 * mean:
        return mean
    ratio = save / (2 * mean)
    return young_period(save, mean=mean) * (1 + math.sqrt(ratio) / 3 + ratio / 9) - save


def best_period(save: float, *, mean: float) -> float:
    """Return the work between two saves with the least expected wall time: M·(1 + W₀(−e^{−C/M − 1}))."""
    return mean * _one_plus_lambert(save / mean)


def best_chunks(work: float, save: float, *, mean: float) -> int:
    """Return into how many equal chunks to cut work, each closed by a save, for the least expected wall time.

    The cost of K chunks is convex in K with its minimum at K₀ = W/(M·(1 + W₀(−e^{−C/M − 1}))), so that the best whole
    number is one of its neighbours (Bougeret, Casanova, Rabie, Robert and Vivien 2011).
    """
    ideal = work / best_period(save, mean=mean)
    fewer = max(math.floor(ideal), 1)
    return min(fewer, fewer + 1, key=lambda chunks: _log_cost(chunks, (work / chunks + save) / mean))


def _log_cost(chunks: int, length: float) -> float:
    """Return ln(K·(e^a − 1)), which does not overflow."""
    return math.log(chunks) + length + math.log(-math.expm1(-length))


def _one_plus_lambert(x: float) -> float:
    """Return 1 + W₀(−e^{−x − 1}) = 1 − e^{−v} for x > 0, with v the root of v − (1 − e^{−v}) = x.

    The left side is convex, so that Newton's method comes down from a start above the root and stops at it.
    """
    v, lower = math.inf, min(x + 1, x + math.sqrt(2 * x))
    while lower < v:
        v = lower
        lower = v - (v + math.expm1(-v) - x) / -math.expm1(-v)
    return -math.expm1(-v)
