"""Every schedule of up to k interruptions: the worst they can do, and a shortest one for each thing that can happen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from planner.core.exploring.event import Event
from planner.core.exploring.paths import Paths, Session
from planner.core.plan import Plan
from planner.core.timeline import Ints, Timeline, compile_plan

MAX_MOMENTS = 3_000_000
"""So many micro-operations are walked before an exploration stops early: some seconds."""


@dataclass(frozen=True, slots=True)
class Worst:
    """How often something happens at worst, and a shortest schedule that makes it happen at all.

    `witness`: ms into each interrupted session, recovery included; the fewest interruptions, then the earliest of the
    representative cuts. The worst count may need more of them.
    """

    count: int
    witness: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exploration:
    """What up to `interruptions` interruptions, anywhere in time, can do to a run.

    Where `exhausted` is false it stopped early: what it found can happen, more may, and a witness need not be shortest.
    """

    interruptions: int
    schedules: int
    """How many schedules of representative cuts (MODEL.md section 9) were followed to the end of the run, one without
    any among them."""
    exhausted: bool
    possible: dict[Event, Worst]
    """In plan order."""
    at_once: dict[Event, Worst]
    """What can happen more than once in one session: how often at worst, and a shortest schedule for twice."""


def explore(
    plan: Plan | Timeline,
    *,
    interruptions: int,
    most_moments: int = MAX_MOMENTS,
    tell: Callable[[int], None] | None = None,
) -> Exploration:
    """Cut a run at every moment of every session, up to so many times in all.

    Downtime is the longest of the plan's sources; what strikes otherwise does not matter. Runs that stand alike are
    followed once, so time and memory grow with the number of different standings and not of schedules. `tell` is told
    how many of `most_moments` are spent, now and then.
    """
    timeline = compile_plan(plan) if isinstance(plan, Plan) else plan
    paths = Paths(timeline, interruptions)
    paths.follow(most_moments, tell=tell)
    summed, at_once = _Reckoning(paths, np.add, least=1), _Reckoning(paths, np.maximum, least=2)
    return Exploration(
        interruptions=interruptions,
        schedules=_schedules(paths),
        exhausted=paths.exhausted,
        possible=summed.events(),
        at_once=at_once.events(),
    )


def _schedules(paths: Paths) -> int:
    followed = [0] * len(paths.cuts_before)
    for _ in range(paths.interruptions + 1):
        ends_here = ([1] * len(paths.sessions)) + [0] * (len(followed) - len(paths.sessions))
        for number, session in enumerate(paths.sessions):
            ends_here[number] += sum(followed[after] for after in session.leads_to)
        followed = ends_here
    return followed[0]


class _Reckoning:
    """The most that can be counted from each session on, with so many interruptions left.

    `join` says what the counts of different sessions come to: np.add in all, np.maximum at once. What does not come to
    `least` does not count as possible.
    """

    def __init__(self, paths: Paths, join: np.ufunc, *, least: int) -> None:
        self._paths = paths
        self._join = join
        self._least = least
        events = sorted({event for session in paths.sessions for _, event in session.gains}, key=paths.place_of)
        self._columns = {event: column for column, event in enumerate(events)}
        self._most = self._reckoned()

    def events(self) -> dict[Event, Worst]:
        """Return the worst of each event that is possible."""
        worst = self._most[-1][0]
        return {
            event: Worst(int(worst[column]), self._witness(column))
            for event, column in self._columns.items()
            if worst[column] >= self._least
        }

    def _reckoned(self) -> list[Ints]:
        """Return, for 0 to all interruptions left, an array of shape (sessions found, events)."""
        most: list[Ints] = []
        shape = len(self._paths.cuts_before), len(self._columns)
        for left in range(self._paths.interruptions + 1):
            now = np.zeros(shape, np.int64)
            for number, session in enumerate(self._paths.sessions):
                if self._paths.cuts_before[number] + left <= self._paths.interruptions:
                    now[number] = self._best(session, most[-1] if left else None)
            most.append(now)
        return most

    def _best(self, session: Session, after: Ints | None) -> Ints:
        counted = self._counted(session)
        at_end: Ints = counted[-1]
        if after is None or not session.cuts_ms:
            return at_end
        cut: Ints = self._join(counted[:-1], after[session.leads_to]).max(axis=0)
        return np.maximum(at_end, cut)

    def _counted(self, session: Session) -> Ints:
        """Return what a session has counted by each cut and, last, by its end: shape (cuts + 1, events)."""
        counted = np.zeros((len(session.cuts_ms) + 1, len(self._columns)), np.int64)
        for cut, event in session.gains:
            counted[cut, self._columns[event]] += 1
        return counted.cumsum(axis=0)

    def _witness(self, column: int) -> tuple[int, ...]:
        fewest = next(left for left, most in enumerate(self._most) if most[0, column] >= self._least)
        cuts_ms, number = [], 0
        for left in reversed(range(fewest)):
            session = self._paths.sessions[number]
            after = self._most[left][session.leads_to, column]
            does = self._join(self._counted(session)[:-1, column], after) >= self._least
            first = int(np.argmax(does))
            cuts_ms.append(session.cuts_ms[first])
            number = session.leads_to[first]
        return tuple(cuts_ms)
