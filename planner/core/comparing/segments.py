"""A plan cut where a stopped run goes on: which steps lie between two checkpoints, and how much work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from planner.core.recovery import recovery_points, work_before_ms
from planner.core.timeline import Save, Timeline


@dataclass(frozen=True, slots=True)
class Segment:
    """Steps (by index) from which a stopped run goes back to the same place: a checkpoint (an index), or the start.

    `longest_ms` is the most work that one interruption there throws away, waits and saves apart. A batch may save
    within, so that this is less than the work of the whole segment.
    """

    checkpoint: int | None
    first: int
    last: int
    longest_ms: int


def segments(timeline: Timeline) -> tuple[Segment, ...]:
    """Return the segments that hold a step, in order."""
    points = recovery_points(timeline)
    last = {save.checkpoint: save for save in timeline.saves}
    heads = sorted((save for save in last.values() if save in points), key=lambda save: save.op)
    bounds: list[Save | None] = [None, *heads, None]
    return tuple(_found(timeline, points, bounds))


def _found(timeline: Timeline, points: tuple[Save, ...], bounds: list[Save | None]) -> Iterator[Segment]:
    work_ms = work_before_ms(timeline)
    for head, behind in pairwise(bounds):
        first = head.step + (not head.inside) if head else 0
        last = behind.step if behind else len(timeline.plan.steps) - 1
        start, end = head.op if head else 0, behind.op if behind else len(timeline.ops)
        ops = [start, *(save.op for save in points if start < save.op < end), end]
        longest_ms = max(int(work_ms[after] - work_ms[before]) for before, after in pairwise(ops))
        if first <= last:
            yield Segment(head.checkpoint if head else None, first, last, longest_ms)
