"""A plan cut where a stopped run goes on: which steps lie between two checkpoints, and how much work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from planner.core.recovery import recovery_points, work_before_ms
from planner.core.timeline import Ints, Save, Timeline


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
    return tuple(_found(timeline))


def heads(timeline: Timeline) -> tuple[Save, ...]:
    """Return the last save of each checkpoint that a session can start from, in order: a segment begins behind each."""
    points = recovery_points(timeline)
    last = {save.checkpoint: save for save in timeline.saves}
    return tuple(sorted((save for save in last.values() if save in points), key=lambda save: save.op))


def longest_ms(timeline: Timeline, work_ms: Ints, head: Save | None, behind: Save | None) -> int:
    """Return the most work between two recovery points of a segment, of which a batch may have some within.

    `work_ms` is `work_before_ms(timeline)`; None stands for the start as `head`, for the end as `behind`.
    """
    start, end = head.op if head else 0, behind.op if behind else len(timeline.ops)
    ops = [start, *(save.op for save in recovery_points(timeline) if start < save.op < end), end]
    return max(int(work_ms[after] - work_ms[before]) for before, after in pairwise(ops))


def _found(timeline: Timeline) -> Iterator[Segment]:
    work_ms = work_before_ms(timeline)
    for head, behind in pairwise([None, *heads(timeline), None]):
        first = head.step + (not head.inside) if head else 0
        last = behind.step if behind else len(timeline.plan.steps) - 1
        if first <= last:
            longest = longest_ms(timeline, work_ms, head, behind)
            yield Segment(head.checkpoint if head else None, first, last, longest)
