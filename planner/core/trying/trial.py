"""A number of test runs of one plan under one seed, seen from those that were interrupted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from planner.core.plan import Plan
from planner.core.simulate import Chunk, Simulator
from planner.core.timeline import Ints

MOST_TELLING = 8
_MOST_BINS = 14
_SHARE_SHOWN = 98
_WIDTHS_MS = tuple(
    unit_ms * count
    for unit_ms, counts in (
        (1, (1, 2, 5, 10, 20, 50, 100, 200, 500)),
        (1_000, (1, 2, 5, 10, 15, 30)),
        (60_000, (1, 2, 5, 10, 15, 30)),
        (3_600_000, (1, 2, 3, 6, 12)),
        (86_400_000, (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000, 20_000, 100_000)),
    )
    for count in counts
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StepTrial:
    """What happened to one step, over all runs."""

    runs_with_duplicates: int
    duplicates: int
    harmless: int
    missed: int
    reasks: int
    divergences: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldRun:
    """One run worth looking at, by its number."""

    run: int
    interruptions: int
    duplicates: int
    missed: int
    lost_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Bins:
    """How many interrupted runs lost how much: bin i from i to i + 1 times `width_ms`; the last has no upper end if
    `open_ended`."""

    width_ms: int
    counts: tuple[int, ...]
    open_ended: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What `runs` runs came to; `steps` in plan order, `telling` the most telling first.

    `typical_lost_ms` and `typical_wall_ms` are those of the interrupted run in the middle, 0 if none was interrupted.
    """

    runs: int
    seed: int
    interrupted: int
    unfinished: int
    runs_with_duplicates: int
    runs_with_missed: int
    typical_lost_ms: int
    typical_wall_ms: int
    steps: tuple[StepTrial, ...]
    lost: Bins
    telling: tuple[ToldRun, ...]


@lru_cache(maxsize=64)
def trial(plan: Plan, *, runs: int, seed: int) -> Trial:
    """Run a plan `runs` times (at least once); run i meets the same interruptions whatever the plan."""
    simulator = Simulator(plan, seed=seed)
    chunks = [simulator.simulate(part) for part in simulator.chunks(range(runs))]
    by_run = {name: np.concatenate([chunk.by_run[name] for chunk in chunks]) for name in chunks[0].by_run}
    interrupted = by_run["interruptions"] > 0
    lost_ms = np.sort(by_run["lost"][interrupted])
    return Trial(
        runs=runs,
        seed=seed,
        interrupted=int(interrupted.sum()),
        unfinished=sum(int((~chunk.finished).sum()) for chunk in chunks),
        runs_with_duplicates=int((by_run["duplicates"] > 0).sum()),
        runs_with_missed=int((by_run["missed"] > 0).sum()),
        typical_lost_ms=_middle(lost_ms),
        typical_wall_ms=_middle(np.sort(by_run["wall"][interrupted])),
        steps=_steps(plan, chunks),
        lost=_bins(lost_ms),
        telling=_telling(by_run),
    )


def _middle(ordered: Ints) -> int:
    """Return the smallest value with at least half of all at or below it; 0 of none."""
    return int(ordered[(len(ordered) - 1) // 2]) if len(ordered) else 0


def _steps(plan: Plan, chunks: list[Chunk]) -> tuple[StepTrial, ...]:
    parts = [{**chunk.by_step, "runs_with_duplicates": chunk.runs_with_duplicates} for chunk in chunks]
    totals = {name: np.sum([part[name] for part in parts], axis=0) for name in parts[0]}
    return tuple(
        StepTrial(**{name: int(column[at]) for name, column in totals.items()}) for at in range(len(plan.steps))
    )


def _bins(lost_ms: Ints) -> Bins:
    """Count sorted times in bins of a round width: at most 14, the longest hundredths together in the last one."""
    if not len(lost_ms):
        return Bins(width_ms=60_000, counts=(), open_ended=False)
    shown_ms = int(lost_ms[(len(lost_ms) - 1) * _SHARE_SHOWN // 100])
    width_ms = next((width for width in _WIDTHS_MS if shown_ms < width * _MOST_BINS), _WIDTHS_MS[-1])
    bins = np.minimum(lost_ms // width_ms, min(shown_ms // width_ms + 1, _MOST_BINS))
    return Bins(
        width_ms=width_ms,
        counts=tuple(np.bincount(bins).tolist()),
        open_ended=bool(lost_ms[-1] >= width_ms * (int(bins[-1]) + 1)),
    )


def _telling(by_run: dict[str, Ints]) -> tuple[ToldRun, ...]:
    """Return the interrupted runs that tell most: harm first, then lost work, then the lowest number."""
    harm = by_run["duplicates"] + by_run["missed"]
    order = np.lexsort((np.arange(len(harm)), -by_run["lost"], -harm))
    return tuple(_told(by_run, int(run)) for run in order[:MOST_TELLING] if by_run["interruptions"][run])


def _told(by_run: dict[str, Ints], run: int) -> ToldRun:
    """Return what one run came to."""
    columns = {name: int(by_run[name][run]) for name in ("interruptions", "duplicates", "missed")}
    return ToldRun(run=run, lost_ms=int(by_run["lost"][run]), **columns)
