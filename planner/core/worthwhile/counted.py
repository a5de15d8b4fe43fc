"""What each checkpoint does to the expected wall time of a run that is cut exactly so many times, or never."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from planner.core.closedform.counted import counted_sessions
from planner.core.closedform.wayback import NoClosedFormError, WaysBack, summed, ways_back
from planner.core.timeline import Timeline
from planner.core.worthwhile.absence import Absence, Moved
from planner.core.worthwhile.thrift import Worth


class CountedThrift:
    """The checkpoints of one timeline under so many cuts at uniform moments, each thought away in turn.

    Where runs are cut depends on how long the whole of them is, so each plan without a checkpoint is told as a whole;
    but its ways back are those of the plan with it, moved, and need not be measured again.
    """

    def __init__(self, timeline: Timeline) -> None:
        given = timeline.plan.interruptions
        if not given.exactly:
            raise NoClosedFormError("no exact number of cuts")
        self._cuts, self._downtime_ms = given.exactly, given.downtime_ms
        self._ways = ways_back(timeline)
        self._absence = Absence(self._ways)
        self._with_ms = self._wall_ms(self._ways)

    def worth(self, checkpoint: int) -> Worth:
        """Compare the plan with itself without a checkpoint (by its index); NoClosedFormError if that takes more."""
        return Worth.of_times(self._with_ms, self._wall_ms(_without(self._ways, self._absence.of(checkpoint))))

    def _wall_ms(self, ways: WaysBack) -> float:
        return counted_sessions(ways, self._cuts, self._downtime_ms).wall_ms


def _without(ways: WaysBack, moved: list[Moved]) -> WaysBack:
    """Return the ways of a plan without the saves of a checkpoint, which keep their places and take no time."""
    timeline, op_ms = ways.timeline, ways.timeline.op_ms.copy()
    back_ms, start = ways.back_ms.copy(), ways.start.copy()
    for part in moved:
        op_ms[part.save] = 0
        back_ms[part.save + 1 : part.until] += part.further_ms
        start[start == part.save + 1] = start[part.save]
    earlier_ms = summed(timeline.op_ms - op_ms)
    place_ms = ways.place_ms - earlier_ms
    return replace(
        ways,
        timeline=replace(timeline, op_ms=op_ms, ideal_ms=timeline.ideal_ms - int(earlier_ms[-1])),
        place_ms=place_ms,
        unit_ms=ways.unit_ms - earlier_ms[timeline.unit_first[timeline.op_unit]],
        start=start,
        back_ms=back_ms,
        onward_ms=np.where(ways.once, place_ms[timeline.unit_done[timeline.op_unit]], place_ms[:-1]),
    )


def of_uncut_runs(timeline: Timeline, checkpoint: int) -> Worth:
    """Compare a plan that nothing interrupts with itself without a checkpoint: its saves only cost."""
    saves_ms = sum(int(timeline.op_ms[save.op]) for save in timeline.saves if save.checkpoint == checkpoint)
    return Worth.of_times(float(timeline.ideal_ms), float(timeline.ideal_ms - saves_ms))
