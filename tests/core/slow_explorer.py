"""The explorer's slow twin: runs every schedule from the start, one after another, and keeps what it sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from planner.core.explore import Worst
from planner.core.exploring.event import Event, Mishap
from planner.core.machine import Machine, Moment
from planner.core.run import Chosen, Result, Run, Watcher
from planner.core.timeline import Save, Timeline

Schedule = tuple[int, ...]
Cuts = Callable[[int, int], list[int]]
"""The cuts to try in an interval from its first ms to the one behind its last."""


def every_ms(first: int, behind: int) -> list[int]:
    return list(range(max(first, 1), behind))


def first_and_last_ms(first: int, behind: int) -> list[int]:
    return sorted({ms for ms in (max(first, 1), behind - 1) if first <= ms < behind and ms})


def middle(first: int, behind: int) -> list[int]:
    return [(first + behind) // 2] if behind > first + 1 else []


def possible(
    timeline: Timeline, *, interruptions: int, cuts: Cuts, downtime_ms: int, in_recovery: bool = True
) -> dict[Event, Worst]:
    """Return the worst count and a shortest schedule of each event, over all schedules of such cuts."""
    best: dict[Event, Worst] = {}
    machine = Machine(timeline)
    level: list[Schedule] = [()]
    for _ in range(interruptions + 1):
        longer: list[Schedule] = []
        for schedule in level:
            watcher = _LastSession(machine, cuts, in_recovery=in_recovery)
            result = Run(machine, Chosen(schedule, downtime_ms), watcher).result()
            for event, count in events(machine, result):
                known = best.get(event)
                best[event] = Worst(max(count, known.count), known.witness) if known else Worst(count, schedule)
            if result.finished:
                longer += [(*schedule, cut) for cut in watcher.cuts_ms]
        level = longer
    return best


def events(machine: Machine, result: Result) -> Iterator[tuple[Event, int]]:
    """Yield what a run counted, where it is not nothing."""
    tally = result.tally
    for mishap, counts in zip(Mishap, (tally.duplicates, tally.missed, tally.reasks, tally.divergences), strict=False):
        yield from ((Event(mishap, step.id), count) for step, count in zip(machine.steps, counts, strict=True) if count)
    if tally.inconsistent:
        yield Event(Mishap.INCONSISTENT), tally.inconsistent
    if not result.finished:
        yield Event(Mishap.UNFINISHED), 1


class _LastSession(Watcher):
    """Collects where the last session could have been cut."""

    def __init__(self, machine: Machine, cuts: Cuts, *, in_recovery: bool) -> None:
        self.cuts_ms: list[int] = []
        self._cuts = cuts
        self._recovery_ms = machine.timeline.plan.resume.recovery_ms
        self._in_recovery = in_recovery

    def begins(self, session: int, start: Save | None) -> None:
        self.cuts_ms = self._cuts(0, self._recovery_ms) if session and self._in_recovery else []

    def happened(self, moment: Moment, at_ms: int) -> None:
        self.cuts_ms += self._cuts(at_ms - moment.ms, at_ms)
