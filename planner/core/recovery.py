"""The places of a timeline that a resumed session can start from (MODEL.md section 2)."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from planner.core.timeline import Ints, Op, Save, Timeline
from planner.core.vocabulary import Loads


@lru_cache(maxsize=8)
def save_ends_ms(timeline: Timeline) -> tuple[int, ...]:
    """Return when each save of `timeline.saves` ends in a run that nothing interrupts, in ms from its start."""
    ends = np.cumsum(timeline.op_ms)
    return tuple(ends[[save.op for save in timeline.saves]].tolist()) if timeline.saves else ()


@lru_cache(maxsize=8)
def recovery_points(timeline: Timeline) -> tuple[Save, ...]:
    """Return the saves that some interruption makes a session start from, in order; the start itself is not among them.

    A save that another one of its kind follows in the same instant is never loaded.
    """
    loads = timeline.plan.resume.loads
    if loads is Loads.RESTART or not timeline.plan.identity.survives:
        return ()
    ends = save_ends_ms(timeline)
    if loads is Loads.FIRST:
        usable = (save for save in timeline.saves if save.usable)
        return tuple(usable)[:1]
    rivals = [
        (save, end) for save, end in zip(timeline.saves, ends, strict=True) if save.usable or loads is Loads.LATEST
    ]
    last_at = {end: save for save, end in rivals}
    return tuple(save for save in last_at.values() if save.usable)


def work_before_ms(timeline: Timeline) -> Ints:
    """Return the work done before each micro-operation and before the end, waits and saves apart; shape (m + 1,)."""
    of_work = (timeline.ops == Op.PRE) | (timeline.ops == Op.POST)
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(np.where(of_work, timeline.op_ms, 0))])


def cut_at(moment_ms: int) -> tuple[int, ...]:
    """Return the schedule of one interruption at a moment of the first session; the earliest there is falls at 1 ms."""
    return (max(moment_ms, 1),)
