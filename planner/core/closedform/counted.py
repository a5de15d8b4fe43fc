"""The sessions of a run that is cut exactly so many times, each time at a uniform moment (MODEL.md section 3)."""

from __future__ import annotations

import numpy as np

from planner.core.closedform.sessions import Floats, Sessions, Term, given_up, require_one_fate
from planner.core.closedform.wayback import NoClosedFormError, WaysBack
from planner.core.plan import MAX_SESSIONS

_MOST_WORK = 50_000_000
"""Cuts times places; more takes longer than a simulation."""


def counted_sessions(ways: WaysBack, cuts: int, downtime_ms: int) -> Sessions:
    """Return what `cuts` cuts (at least 1) do to a run of at least 1 ms.

    A session that follows a cut in place k needs n_k = b_k + L − z_k behind its recovery, and is cut in each place of
    that with the share d_j / n_k that the place has of it. The last session is not cut, nor is one that needs no time.
    """
    require_one_fate(ways)
    if cuts >= MAX_SESSIONS:
        raise given_up()
    if cuts * len(ways.start) > _MOST_WORK:
        raise NoClosedFormError("so many cuts of so many places")
    tries = _Tries(ways)
    for _ in range(cuts - 1):
        tries.cut()
    return tries.sessions(downtime_ms)


class _Tries:
    """A run that has been cut once, and then again and again; arrays have an entry for each place."""

    def __init__(self, ways: WaysBack) -> None:
        self._ways, length_ms, ideal_ms = ways, ways.timeline.op_ms, ways.timeline.ideal_ms
        self._needs_ms = ways.back_ms + ideal_ms - ways.onward_ms
        done = ways.timeline.unit_done[ways.timeline.op_unit]
        self._onward = np.where(ways.once, done, np.arange(len(done)))
        self._at: Floats = length_ms / ideal_ms
        self._ever = self._at.copy()
        self._shares, self._followed = np.zeros(len(done)), np.zeros(len(done))
        self._alive, self._finished = 1.0, 0.0
        self._interruptions, self._resumed, self._worked_ms = 0.0, 0.0, ideal_ms / 2
        self._count_cuts()

    def cut(self) -> None:
        """Cut the sessions that follow the last cut."""
        ways, length_ms = self._ways, self._ways.timeline.op_ms
        self._followed += self._at
        self._finish_without_a_cut()
        self._worked_ms += float((self._at * self._needs_ms).sum()) / 2
        share = self._at / np.maximum(self._needs_ms, 1)
        self._shares += share
        walking = np.zeros_like(share)
        np.add.at(walking, self._onward, share)
        walking = np.cumsum(walking)
        self._ever += length_ms * (walking - np.where(ways.once, 0.0, share))
        self._at = length_ms * walking + ways.back_ms * share
        self._count_cuts()

    def _finish_without_a_cut(self) -> None:
        """Let the sessions finish that have nothing left to do."""
        idle = self._needs_ms == 0
        share = float(self._at[idle].sum())
        self._finished, self._alive = self._finished + share, max(self._alive - share, 0.0)
        self._at = np.where(idle, 0.0, self._at)

    def _count_cuts(self) -> None:
        """Count a cut of every run that is left, and end those that load a broken snapshot."""
        self._interruptions += self._alive
        self._alive = max(self._alive - float(self._at[self._ways.fatal].sum()), 0.0)
        self._at = np.where(self._ways.fatal, 0.0, self._at)
        self._resumed += self._alive

    def sessions(self, downtime_ms: int) -> Sessions:
        """Let the sessions that follow the last cut finish, and sum up."""
        ways, recovery_ms = self._ways, self._ways.timeline.plan.resume.recovery_ms
        worked_ms = self._worked_ms + float((self._at * self._needs_ms).sum())
        recovered_ms = self._resumed * recovery_ms
        finished = min(self._finished + self._alive, 1.0)
        left_ms = ways.onward_ms - ways.place_ms[:-1] - ways.timeline.op_ms / 2
        skipped_ms = float(np.where(ways.once, self._ever * left_ms, 0.0).sum())
        return Sessions(
            cut=self._ever,
            terms=(
                Term(self._followed + self._at, lambda way_ms: np.ones(way_ms.shape)),
                Term(self._shares, lambda way_ms: -way_ms.astype(np.float64)),
            ),
            finished=finished,
            interruptions=self._interruptions,
            busy_ms=worked_ms + recovered_ms,
            wall_ms=worked_ms + recovered_ms + self._interruptions * downtime_ms,
            recovery_ms=recovered_ms,
            lost_ms=worked_ms - finished * ways.timeline.ideal_ms + skipped_ms,
            skipped_ms=skipped_ms,
        )
