"""All the ways that a run can take when it is cut again and again: sessions, and where each cut leads."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from planner.core.exploring.event import Event, Mishap
from planner.core.exploring.standing import Standing, Standings
from planner.core.machine import Machine
from planner.core.memory import Memory, Tally
from planner.core.timeline import Op, Save, Timeline

_COUNTED_AT = (Op.EFFECT, Op.DONE)
_NOTHING = (0, 0, 0, 0)
_UNITS_READ_AT_ONCE = 64
_UNITS_KEPT_AT_ONCE = 8
"""For what one micro-operation costs."""


@dataclass(slots=True)
class Session:
    """One session walked to its end, with every representative cut on the way (MODEL.md section 9)."""

    cuts_ms: list[int] = field(default_factory=list)
    """Ascending, from the start of the session, recovery included."""
    leads_to: list[int] = field(default_factory=list)
    """For each cut, the index of the session that begins after it."""
    gains: list[tuple[int, Event]] = field(default_factory=list)
    """What is counted once, and the index of the first cut that comes after it."""


class Paths:
    """The sessions of a run that is cut up to `interruptions` times, each for all the ways that lead to it alike.

    `sessions[0]` is the run's first. Sessions are found breadth first; those that no walk has followed yet are not in
    `sessions`, although a cut may lead to them.
    """

    def __init__(self, timeline: Timeline, interruptions: int) -> None:
        self.interruptions = interruptions
        self.sessions: list[Session] = []
        self.cuts_before = [0]
        """For each session found, the fewest interruptions that lead to it."""
        self._machine = Machine(timeline)
        self._standings = Standings(self._machine, longest_ms=_longest_ms(timeline, interruptions))
        self._found: dict[Standing, int] = {}
        self._waiting = deque([self._machine.fresh_memory()])
        self._keys_expire = self._standings.keys_expire
        self._moments_left = 0
        self._left_out = False
        self._downtime_ms = timeline.plan.interruptions.longest_downtime_ms
        self._recovery_ms = timeline.plan.resume.recovery_ms

    @property
    def exhausted(self) -> bool:
        """Whether every cut was made, and every session that was found has been walked."""
        return not (self._waiting or self._left_out)

    def place_of(self, event: Event) -> tuple[int, int]:
        """Return where an event stands in plan order; what concerns the run as a whole comes last."""
        plan = self._machine.timeline.plan
        at = len(plan.steps) if event.step is None else plan.index_of(event.step)
        return at, list(Mishap).index(event.mishap)

    def follow(self, most_moments: int, *, tell: Callable[[int], None] | None = None) -> None:
        """Walk one session after another until none is left, or so many micro-operations have been walked.

        To remember where a run stands counts as well, by its size, so that memory is bounded too. `tell` is told how
        many of them are spent, after each session.
        """
        self._moments_left = most_moments
        while self._waiting and self._moments_left > 0:
            self.sessions.append(self._walked(self._waiting.popleft()))
            if tell:
                tell(most_moments - self._moments_left)

    def _walked(self, memory: Memory) -> Session:
        session = Session()
        if not self.sessions:
            self._walk(session, memory, None, 0)
            return session
        start = self._machine.recovery_point(memory)
        if start is not None and not start.usable:
            session.gains.append((0, Event(Mishap.UNFINISHED)))
            return session
        if start is not None and start.inside:
            session.gains.append((0, Event(Mishap.INCONSISTENT)))
        self._cut_during(session, memory, 0, self._recovery_ms)
        memory.wall_ms += self._recovery_ms
        self._walk(session, memory, start, self._recovery_ms)
        return session

    def _walk(self, session: Session, memory: Memory, start: Save | None, busy_ms: int) -> None:
        """Walk a session behind its recovery."""
        counter = _Counter(session, self._machine)
        for moment in self._machine.walk(memory, counter.tally, start):
            counter.catch_up()
            if moment.ms:
                self._cut_during(session, memory, busy_ms, moment.ms)
            elif moment.kind in _COUNTED_AT:
                counter.behind_on = moment.unit
            busy_ms += moment.ms
            self._moments_left -= 1
        counter.catch_up()

    def _cut_during(self, session: Session, memory: Memory, began_ms: int, lasts_ms: int) -> None:
        """Cut a session in its first and, where a key can run out meanwhile, in its last ms of a micro-operation.

        What falls on the instant of a cut has happened, so a cut when something begins is a cut during it. The first
        ms of a session is the earliest at which anything strikes (MODEL.md, opening).
        """
        if self.cuts_before[len(self.sessions)] == self.interruptions:
            return
        first, last = (0 if began_ms else 1), lasts_ms - 1
        if first <= last:
            self._cut(session, memory, began_ms, first)
        if first < last and self._keys_expire:
            self._cut(session, memory, began_ms, last)

    def _cut(self, session: Session, memory: Memory, began_ms: int, later_ms: int) -> None:
        if self._moments_left <= 0:
            self._left_out = True
            return
        self._moments_left -= len(memory.progress) // _UNITS_READ_AT_ONCE
        session.cuts_ms.append(began_ms + later_ms)
        session.leads_to.append(self._session_after(memory, later_ms + self._downtime_ms))

    def _session_after(self, memory: Memory, later_ms: int) -> int:
        standing = self._standings.of(memory, later_ms=later_ms)
        found = self._found.setdefault(standing, len(self.cuts_before))
        if found == len(self.cuts_before):
            self.cuts_before.append(self.cuts_before[len(self.sessions)] + 1)
            resumed = memory.copy()
            resumed.wall_ms += later_ms
            self._waiting.append(resumed)
            self._moments_left -= len(memory.progress) // _UNITS_KEPT_AT_ONCE
        return found


def _longest_ms(timeline: Timeline, interruptions: int) -> int:
    """Return a wall time that no run exceeds, each of whose sessions but the last is cut."""
    plan = timeline.plan
    asking = (step for step, protection in zip(plan.steps, timeline.protections, strict=True) if protection.asks)
    waits_ms = sum(step.gate_ms for step in asking)
    session_ms = plan.resume.recovery_ms + timeline.ideal_ms + waits_ms
    return (interruptions + 1) * session_ms + interruptions * plan.interruptions.longest_downtime_ms


class _Counter:
    """Notes in a session what its tally has gained; only an EFFECT or a DONE can make it gain."""

    def __init__(self, session: Session, machine: Machine) -> None:
        self.tally = Tally.empty(len(machine.steps))
        self.behind_on = -1
        """A unit whose gains are still to be noted; -1: none."""
        self._session = session
        self._machine = machine
        self._noted: dict[int, tuple[int, int, int, int]] = {}
        self._duplicates, self._missed = self.tally.duplicates, self.tally.missed
        self._reasks, self._divergences = self.tally.reasks, self.tally.divergences

    def catch_up(self) -> None:
        if self.behind_on >= 0:
            self._note(self._machine.unit_step[self.behind_on])
            self.behind_on = -1

    def _note(self, at: int) -> None:
        now = self._duplicates[at], self._missed[at], self._reasks[at], self._divergences[at]
        noted = self._noted.get(at, _NOTHING)
        if now != noted:
            self._noted[at] = now
            for mishap, count, before in zip(Mishap, now, noted, strict=False):
                event = Event(mishap, self._machine.steps[at].id)
                self._session.gains += [(len(self._session.cuts_ms), event)] * (count - before)
