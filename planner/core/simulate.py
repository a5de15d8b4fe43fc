"""A hundred thousand runs at once: what random interruptions do to a plan (MODEL.md sections 3 to 6 and 9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from planner.core.manyruns.census import (
    Counter,
    DerivedKeys,
    Misses,
    RecordGaps,
    Repeats,
    Totals,
    Verdicts,
)
from planner.core.manyruns.divergence import Acts, Divergences
from planner.core.manyruns.expiry import ExpiringKeys
from planner.core.manyruns.flight import Charts, Flight
from planner.core.manyruns.shortcuts import Shortcuts, flags
from planner.core.plan import Plan
from planner.core.strikes import Strikes
from planner.core.timeline import Timeline, compile_plan

CHUNK = 32_768
_TIMES_KEPT = 4_000_000
"""How many times of accepted keys one chunk may hold; with more units in a plan, a chunk has fewer runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """What some consecutive runs yield: one entry a run in `by_run`, one a step in the others; times are ms."""

    finished: NDArray[np.bool_]
    by_run: dict[str, NDArray[np.int64]]
    by_step: dict[str, NDArray[np.int64]]
    runs_with_duplicates: NDArray[np.int64]


TIMES = ("lost", "skipped", "recovery", "busy", "wall")


class Simulator:
    """One plan made ready to be simulated under a seed; runs are numbered from 0 and do not depend on one another."""

    def __init__(self, plan: Plan | Timeline, *, seed: int) -> None:
        timeline = compile_plan(plan) if isinstance(plan, Plan) else plan
        self.timeline = timeline
        self._cuts = Shortcuts.of(timeline)
        self._charts = Charts(self._cuts)
        self._verdicts = Verdicts(self._cuts)
        self._acts = Acts(self._cuts)
        self._strikes = Strikes(timeline.plan.interruptions, seed)

    def chunks(self, runs: range) -> Iterator[range]:
        """Cut a range of runs into chunks that fit in memory."""
        units = ExpiringKeys.units(self.timeline)
        size = max(1, min(CHUNK, _TIMES_KEPT // max(units, 1)))
        for first in range(runs.start, runs.stop, size):
            yield range(first, min(first + size, runs.stop))

    def simulate(self, runs: range) -> Chunk:
        """Simulate consecutive runs at once."""
        totals = Totals(len(runs), len(self.timeline.plan.steps))
        counters = self._counters(totals)
        flight = Flight(self._charts, self._strikes, runs)
        for leg in flight.legs():
            for counter in counters:
                counter.add(leg)
        for counter in counters:
            counter.close()
        totals.close()
        return Chunk(
            finished=flight.finished,
            by_run={
                "interruptions": flight.interruptions,
                "lost": flight.lost_ms,
                "skipped": flight.skipped_ms,
                "recovery": flight.recovery_ms,
                "busy": flight.busy_ms,
                "wall": flight.wall_ms,
                "inconsistent": flight.inconsistent,
                **totals.by_run,
            },
            by_step=totals.by_step,
            runs_with_duplicates=totals.runs_with_duplicates,
        )

    def _counters(self, totals: Totals) -> list[Counter]:
        """Return a counter for everything that this plan makes possible, and for nothing else."""
        cuts, verdicts = self._cuts, self._verdicts
        outside = cuts.units.effect[np.array(self.timeline.first_unit[:-1], np.int64)] >= 0
        again, again_open = (flags(self.timeline, name)[:-1] & outside for name in ("repeats_done", "repeats_open"))
        counters: list[Counter] = []
        if (again & (verdicts.duplicates | verdicts.harmless | verdicts.gate)).any():
            counters.append(Repeats(cuts, verdicts, totals))
        if (again & verdicts.derived).any():
            counters.append(DerivedKeys(cuts, verdicts, totals))
        if (again_open & ~again).any():
            counters.append(RecordGaps(cuts, verdicts, totals))
        if (again_open & verdicts.expires).any():
            counters.append(ExpiringKeys(cuts, verdicts, totals))
        misses = Misses(cuts, totals) if cuts.frontier.misses.any() else None
        if self._acts.possible:
            counters.append(Divergences(self._acts, totals, misses))
        return [*counters, misses] if misses else counters
