"""What a number of runs come to: means, standard errors and percentiles, joined chunk by chunk."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from planner.core.manyruns.census import COUNTS
from planner.core.plan import Plan
from planner.core.simulate import TIMES, Chunk, Simulator

QUANTITIES = ("interruptions", *TIMES, "inconsistent", *COUNTS)
PERCENTS = (50, 90, 99)
_EXACT_BITS = 10


class Spectrum:
    """A histogram of non-negative whole numbers whose bins are at most a thousandth of their value wide.

    Numbers below 2048 have a bin each; above, each power of two has 1,024. Joining is adding, so that the order in
    which chunks arrive does not matter, and memory does not grow with the number of runs.
    """

    def __init__(self) -> None:
        self._counts = np.zeros(64 << _EXACT_BITS, np.int64)

    def add(self, values: NDArray[np.int64]) -> None:
        """Count values."""
        exponent = np.maximum(np.frexp(values.astype(np.float64))[1] - 1 - _EXACT_BITS, 0)
        bins = (exponent << _EXACT_BITS) + (values >> exponent)
        self._counts += np.bincount(bins, minlength=len(self._counts))

    def percentile(self, percent: int) -> int:
        """Return the middle of the bin that holds the smallest value with so many percent at or below it."""
        total = int(self._counts.sum())
        rank = max(math.ceil(total * percent / 100), 1)
        return _middle(int(np.searchsorted(np.cumsum(self._counts), rank)))


def _middle(place: int) -> int:
    exponent = max((place >> _EXACT_BITS) - 1, 0)
    lowest = (place - (exponent << _EXACT_BITS)) << exponent
    return lowest + ((1 << exponent) >> 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class StepSummary:
    """What a step did over all runs: means a run, and the share of runs with a duplicate."""

    duplicates: float
    harmless: float
    missed: float
    reasks: float
    divergences: float
    runs_with_duplicates: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What `runs` runs of a plan under a seed come to; times are seconds, shares between 0 and 1."""

    runs: int
    seed: int
    ideal_seconds: float
    finished: float
    interrupted: float
    mean: dict[str, float]
    standard_error: dict[str, float]
    percentile: dict[str, dict[int, float]]
    by_step: dict[str, StepSummary]


class _Join:
    """Adds up chunks; whole numbers stay whole, and sums of squares are rounded once."""

    def __init__(self) -> None:
        self.runs = self.finished = self.interrupted = 0
        self.sums = dict.fromkeys(QUANTITIES, 0)
        self.squares: dict[str, list[float]] = {name: [] for name in QUANTITIES}
        self.spectra = {name: Spectrum() for name in ("lost", "wall")}
        self.by_step: dict[str, NDArray[np.int64]] = {}

    def add(self, chunk: Chunk) -> None:
        self.runs += len(chunk.finished)
        self.finished += int(chunk.finished.sum())
        self.interrupted += int((chunk.by_run["interruptions"] > 0).sum())
        for name in QUANTITIES:
            values = chunk.by_run[name]
            self.sums[name] += int(values.sum())
            self.squares[name].append(float(np.square(values.astype(np.float64)).sum()))
        for name, spectrum in self.spectra.items():
            spectrum.add(chunk.by_run[name])
        for name, counts in {**chunk.by_step, "runs_with_duplicates": chunk.runs_with_duplicates}.items():
            self.by_step[name] = self.by_step.get(name, 0) + counts

    def standard_error(self, name: str) -> float:
        """Return the standard error of a mean over the runs (0 for a single one)."""
        if self.runs < 2:
            return 0.0
        mean = self.sums[name] / self.runs
        variance = (math.fsum(self.squares[name]) - self.runs * mean * mean) / (self.runs - 1)
        return math.sqrt(max(variance, 0.0) / self.runs)

    def summary(self, simulator: Simulator, seed: int) -> Summary:
        scale = {name: 1_000 if name in TIMES else 1 for name in QUANTITIES}
        steps = simulator.timeline.plan.steps
        columns = {name: counts / self.runs for name, counts in self.by_step.items()}
        return Summary(
            runs=self.runs,
            seed=seed,
            ideal_seconds=simulator.timeline.ideal_ms / 1_000,
            finished=self.finished / self.runs,
            interrupted=self.interrupted / self.runs,
            mean={name: self.sums[name] / self.runs / scale[name] for name in QUANTITIES},
            standard_error={name: self.standard_error(name) / scale[name] for name in QUANTITIES},
            percentile={
                name: {percent: spectrum.percentile(percent) / 1_000 for percent in PERCENTS}
                for name, spectrum in self.spectra.items()
            },
            by_step={
                step.id: StepSummary(**{name: float(column[at]) for name, column in columns.items()})
                for at, step in enumerate(steps)
            },
        )


def summarise(
    plan: Plan, *, runs: int, seed: int, workers: int = 1, tell: Callable[[int], None] | None = None
) -> Summary:
    """Simulate `runs` runs (at least 1) and sum them up; the answer does not depend on the number of workers.

    `tell` is told how many runs are done, now and then.
    """
    simulator = Simulator(plan, seed=seed)
    join = _Join()
    for chunk in _chunks(simulator, plan, runs, seed, workers):
        join.add(chunk)
        if tell:
            tell(join.runs)
    return join.summary(simulator, seed)


def _chunks(simulator: Simulator, plan: Plan, runs: int, seed: int, workers: int) -> Iterable[Chunk]:
    parts = list(simulator.chunks(range(runs)))
    if workers <= 1 or len(parts) == 1:
        return map(simulator.simulate, parts)
    return _in_parallel(plan, seed, parts, workers)


def _in_parallel(plan: Plan, seed: int, parts: list[range], workers: int) -> Iterable[Chunk]:
    with ProcessPoolExecutor(min(workers, len(parts))) as pool:
        yield from pool.map(partial(_simulate_apart, plan, seed), parts)


def _simulate_apart(plan: Plan, seed: int, part: range) -> Chunk:
    return Simulator(plan, seed=seed).simulate(part)
