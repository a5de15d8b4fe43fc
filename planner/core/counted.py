"""The sessions of a run that is cut exactly so many times, each time at a uniform moment (MODEL.md section 3)."""

from __future__ import annotations

import numpy as np

from planner.core.plan import MAX_SESSIONS
from planner.core.sessions import Sessions, Term, given_up
from planner.core.wayback import NoClosedFormError, WaysBack

_MOST_WORK = 50_000_000
"""Cuts times places; more takes longer than a simulation."""


def counted_sessions(ways: WaysBack, cuts: int, downtime_ms: int) -> Sessions:
    """Return what `cuts` cuts (at least 1) do to a run of at least 1 ms.

    A session after a cut in place k needs b_k + L − z_k behind its recovery, and is cut in each place of it with the
    share that the place has of that. The last session is not cut.
    """
    if ways.fatal.any() or ways.once.any():
        raise NoClosedFormError("a number of cuts, and work that a cut can end or leave undone")
    if cuts >= MAX_SESSIONS:
        raise given_up()
    if cuts * len(ways.start) > _MOST_WORK:
        raise NoClosedFormError("so many cuts of so many places")
    length_ms, ideal_ms = ways.timeline.op_ms, ways.timeline.ideal_ms
    recovery_ms = ways.timeline.plan.resume.recovery_ms
    needs_ms = np.maximum(ways.back_ms + ideal_ms - ways.onward_ms, 1)
    cut_in = length_ms / ideal_ms
    ever, cut, thinning = cut_in.copy(), np.zeros(len(length_ms)), np.zeros(len(length_ms))
    for _ in range(cuts - 1):
        cut += cut_in
        share = cut_in / needs_ms
        thinning += share
        before = np.cumsum(share) - share
        ever += before * length_ms
        cut_in = before * length_ms + share * (ways.back_ms + length_ms)
    busy_ms = ideal_ms / 2 + float((cut * needs_ms).sum()) / 2 + float((cut_in * needs_ms).sum()) + cuts * recovery_ms
    return Sessions(
        cut=ever,
        terms=(Term(cut + cut_in, np.ones_like), Term(thinning, np.negative)),
        finished=1.0,
        interruptions=float(cuts),
        busy_ms=busy_ms,
        wall_ms=busy_ms + cuts * downtime_ms,
        recovery_ms=float(cuts * recovery_ms),
        lost_ms=busy_ms - cuts * recovery_ms - ideal_ms,
        skipped_ms=0.0,
    )
