"""The places of a timeline that a resumed session can start from (MODEL.md section 2)."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from planner.core.timeline import Ints, Op, Save, Timeline
from planner.core.vocabulary import Loads


@lru_cache(maxsize=8)
def save_ends_ms(timeline: Timeline) -> tuple[int, ...]:
    """Return when each save of `timeline.saves` ends in a run that nothing interrupts, in ms from its start.

    At least 1: nothing strikes earlier (MODEL.md, opening).
    """
    ends = np.maximum(np.cumsum(timeline.op_ms), 1)
    return tuple(ends[[save.op for save in timeline.saves]].tolist()) if timeline.saves else ()


@lru_cache(maxsize=8)
def recovery_points(timeline: Timeline) -> tuple[Save, ...]:
    """Return the saves that some interruption makes a session start from, in order; the start itself is not among them.

    A save that another one follows in the same instant is never loaded, nor is one with which the run ends.
    """
    loads = timeline.plan.resume.loads
    if loads is Loads.RESTART or not timeline.plan.identity.survives:
        return ()
    ends = zip(timeline.saves, save_ends_ms(timeline), strict=True)
    rivals = [(save, end) for save, end in ends if end < timeline.ideal_ms and (save.usable or loads is Loads.LATEST)]
    if loads is Loads.FIRST:
        return tuple(save for save, _ in rivals[:1])
    last_at = {end: save for save, end in rivals}
    return tuple(save for save in last_at.values() if save.usable)


def work_before_ms(timeline: Timeline) -> Ints:
    """Return the work done before each micro-operation and before the end, waits and saves apart; shape (m + 1,)."""
    of_work = (timeline.ops == Op.PRE) | (timeline.ops == Op.POST)
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(np.where(of_work, timeline.op_ms, 0))])
