"""What moves on a timeline when one of its checkpoints is thought away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from planner.core.closedform.wayback import NoClosedFormError, WaysBack
from planner.core.timeline import Save, Timeline
from planner.core.vocabulary import Loads


@dataclass(frozen=True, slots=True)
class Moved:
    """What lies behind a save that is away, up to the next of its checkpoint or to where nothing has changed."""

    save: int
    """The micro-operation that the save was."""
    until: int
    """The micro-operation behind the last that is moved."""
    further_ms: int
    """How much longer the way back to these is."""


class Absence:
    """The checkpoints of one timeline, each thought away in turn.

    What follows a checkpoint that is away lies further behind where sessions start: by the way to its save if sessions
    started there; by less, the length of the save, if they never did.
    """

    def __init__(self, ways: WaysBack) -> None:
        """Take the ways of a timeline; NoClosedFormError if a cut can end the run or a session start inside a step."""
        if ways.fatal.any() or ways.starts_inside:
            raise NoClosedFormError("a checkpoint inside a step, or one at which a cut ends the run")
        self._timeline, self._back_ms = ways.timeline, ways.back_ms
        starts = _starts(ways.timeline)
        loads_first = ways.timeline.plan.resume.loads is Loads.FIRST
        self._first = starts[0].checkpoint if starts and loads_first else -1
        self._is_start = {save.op for save in starts}
        self._stays = _stays(ways.timeline, self._is_start)
        self._own: list[list[Save]] = [[] for _ in ways.timeline.plan.checkpoints]
        for save in ways.timeline.saves:
            self._own[save.checkpoint].append(save)

    def of(self, checkpoint: int) -> list[Moved]:
        """Return what moves without a checkpoint (by its index); NoClosedFormError if that is not all that changes."""
        if checkpoint == self._first or any(save.inside for save in self._own[checkpoint]):
            raise NoClosedFormError("without it, runs come back to another one, or walk a half-done unit differently")
        return list(self._moved(self._own[checkpoint]))

    def _moved(self, own: list[Save]) -> Iterator[Moved]:
        further_ms = 0
        for at, save in enumerate(own):
            stays = self._stays[save.op]
            until = min(own[at + 1].op, stays) if at + 1 < len(own) else stays
            way_ms, save_ms = int(self._back_ms[save.op]), int(self._timeline.op_ms[save.op])
            further_ms += way_ms if save.op in self._is_start else -save_ms
            yield Moved(save.op, until, further_ms)
            further_ms = further_ms if until < stays else 0


def _starts(timeline: Timeline) -> list[Save]:
    """Return the saves that sessions start from."""
    loads = timeline.plan.resume.loads
    if loads is Loads.RESTART or not timeline.plan.identity.survives:
        return []
    usable = [save for save in timeline.saves if save.usable]
    return usable[:1] if loads is Loads.FIRST else usable


def _stays(timeline: Timeline, starts: set[int]) -> dict[int, int]:
    """Return, for each save, the micro-operation behind the next start that is a save of another checkpoint."""
    end = len(timeline.ops)
    nearest, other = (-1, end), end
    stays: dict[int, int] = {}
    for save in reversed(timeline.saves):
        stays[save.op] = other if nearest[0] == save.checkpoint else nearest[1]
        if save.op in starts:
            other = other if nearest[0] == save.checkpoint else nearest[1]
            nearest = (save.checkpoint, save.op + 1)
    return stays
