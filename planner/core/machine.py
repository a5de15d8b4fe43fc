"""What one run does and counts: the one definition of MODEL.md, walked one micro-operation after another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from planner.core.memory import DONE, EFFECT, INTENT, LEFT, Memory, Tally
from planner.core.plan import Step
from planner.core.timeline import Op, Save, Timeline
from planner.core.vocabulary import Guard, KeySource, Kind, Loads

_TIMED_IN_A_UNIT = (Op.PRE, Op.SAVE_INSIDE, Op.POST)


class Deed(IntEnum):
    """What a resumed run does with a unit that it has met before (MODEL.md section 4)."""

    PERFORM = 0
    SKIP = 1
    FIND_DONE = 2
    LEAVE = 3


@dataclass(frozen=True, slots=True)
class Moment:
    """One micro-operation of a session: the run needs `ms` for it, and then it has happened."""

    op: int
    """Index of the micro-operation, or -1 for a unit that is skipped or left."""
    kind: Op
    unit: int
    ms: int
    deed: Deed = Deed.PERFORM


class Machine:
    """The steps of one timeline, ready to be walked again and again."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.steps = timeline.plan.steps
        self.ops: list[int] = timeline.ops.tolist()
        self.op_ms: list[int] = timeline.op_ms.tolist()
        self.unit_step: list[int] = timeline.unit_step.tolist()
        self.unit_first: list[int] = [*timeline.unit_first.tolist(), len(self.ops)]
        self.unit_done: list[int] = timeline.unit_done.tolist()
        self.save_at = {save.op: index for index, save in enumerate(timeline.saves)}
        self.derived = _derived_dependents(timeline)
        self._kinds = [Op(kind) for kind in range(len(Op))]

    def fresh_memory(self) -> Memory:
        """Return what is there before a run begins."""
        return Memory(bytearray(len(self.unit_step)))

    def recovery_point(self, memory: Memory) -> Save | None:
        """Return the snapshot that a resumed session starts from, or None for the start (MODEL.md section 2)."""
        plan = self.timeline.plan
        if plan.resume.loads is Loads.RESTART or not plan.identity.survives:
            return None
        chosen = {Loads.FIRST: memory.oldest_usable, Loads.LATEST: memory.newest}
        index = chosen.get(plan.resume.loads or Loads.LATEST_VALID, memory.newest_usable)
        return self.timeline.saves[index] if index >= 0 else None

    def walk(self, memory: Memory, tally: Tally, start: Save | None) -> Iterator[Moment]:
        """Yield the moments of one session behind its recovery, first to last.

        A moment has happened, and is in `memory` and `tally`, once the next one is asked for: a session that is cut
        during a moment stops asking. What takes no time at the instant of a cut has happened, so ask on until a
        moment does not fit.
        """
        return _Session(self, memory, tally).moments(start)

    def cut(self, memory: Memory, during: Moment, walked_ms: int) -> None:
        """Note that a session was cut so far into a moment, where an intent record may leave the unit for good."""
        protection = self.timeline.protections[self.unit_step[during.unit]]
        if protection.leaves_doubt and during.kind in _TIMED_IN_A_UNIT:
            memory.walked_ms[during.unit] = memory.walked_ms.get(during.unit, 0) + walked_ms

    def kind_of(self, op: int) -> Op:
        """Return what kind of micro-operation stands at an index."""
        return self._kinds[self.ops[op]]

    def unit_ms(self, unit: int) -> int:
        """Return the first-pass time of a unit, waits and the saves after it apart."""
        ops = range(self.unit_first[unit], self.unit_done[unit])
        return sum(self.op_ms[op] for op in ops if self.ops[op] in _TIMED_IN_A_UNIT)


class _Session:
    """One session on its way; nothing here outlives it."""

    def __init__(self, machine: Machine, memory: Memory, tally: Tally) -> None:
        self._machine = machine
        self._memory = memory
        self._tally = tally
        self._asked: set[int] = set()
        self._reached_before = memory.reached

    def moments(self, start: Save | None) -> Iterator[Moment]:
        unit = 0
        if start is not None:
            unit = start.unit + 1
            if start.inside:
                yield from self._finish_half_done(start)
            else:
                yield from self._saves_after(start.unit, start.op + 1)
        for later in range(unit, len(self._machine.unit_step)):
            yield from self._walk_unit(later)
            yield from self._saves_after(later, self._machine.unit_done[later] + 1)

    def _walk_unit(self, unit: int) -> Iterator[Moment]:
        at = self._machine.unit_step[unit]
        self._memory.reached |= 1 << at
        deed = self._deed(unit)
        if deed is Deed.SKIP or deed is Deed.LEAVE:
            yield from self._pass_over(unit, deed)
            return
        protection = self._machine.timeline.protections[at]
        if protection.asks and not (deed is Deed.FIND_DONE and protection.looks_up):
            yield from self._ask_person(unit)
        first = self._machine.unit_first[unit]
        begin = first + (self._machine.ops[first] == Op.WAIT)
        if deed is Deed.FIND_DONE:
            begin = self._machine.ops.index(Op.EFFECT, begin) + 1
        yield from self._perform(unit, begin, deed)

    def _deed(self, unit: int) -> Deed:
        """Decide by the table of MODEL.md section 4, first row that applies."""
        at = self._machine.unit_step[unit]
        known = self._memory.progress[unit]
        protection = self._machine.timeline.protections[at]
        if protection.records and known & DONE:
            return Deed.SKIP
        if (protection.looks_up or protection.asks) and known & EFFECT:
            return Deed.FIND_DONE
        if protection.leaves_doubt and known & INTENT:
            return Deed.LEAVE
        return Deed.PERFORM

    def _finish_half_done(self, start: Save) -> Iterator[Moment]:
        """Finish the unit that the loaded snapshot was saved inside: the outcome of its first half is unknown."""
        unit = start.unit
        deed = self._deed(unit)
        if deed is Deed.SKIP or deed is Deed.LEAVE:
            yield from self._pass_over(unit, deed)
        else:
            protection = self._machine.timeline.protections[start.step]
            if protection.asks and not protection.looks_up:
                yield from self._ask_person(unit)
            if deed is Deed.PERFORM and self._machine.steps[start.step].kind in (Kind.ACTION, Kind.GATE):
                yield Moment(self._machine.ops.index(Op.EFFECT, self._machine.unit_first[unit]), Op.EFFECT, unit, 0)
                self._effect(unit)
            yield from self._perform(unit, start.op + 1, deed)
        yield from self._saves_after(unit, self._machine.unit_done[unit] + 1)

    def _ask_person(self, unit: int) -> Iterator[Moment]:
        at = self._machine.unit_step[unit]
        protection = self._machine.timeline.protections[at]
        due = protection.asks_always or self._reached_before >> at & 1
        if due and at not in self._asked:
            gate_ms = self._machine.steps[at].gate_ms
            yield Moment(self._machine.unit_first[unit], Op.WAIT, unit, gate_ms)
            self._memory.wall_ms += gate_ms
            self._asked.add(at)

    def _pass_over(self, unit: int, deed: Deed) -> Iterator[Moment]:
        yield Moment(-1, Op.DONE, unit, 0, deed)
        known = self._memory.progress[unit]
        if deed is Deed.LEAVE and not known & (DONE | LEFT):
            self._memory.progress[unit] |= LEFT
            self._tally.skipped_ms += self._machine.unit_ms(unit) - self._memory.walked_ms.get(unit, 0)
            if not known & EFFECT:
                self._tally.missed[self._machine.unit_step[unit]] += 1

    def _perform(self, unit: int, begin: int, deed: Deed) -> Iterator[Moment]:
        machine, memory = self._machine, self._memory
        in_doubt = machine.timeline.protections[machine.unit_step[unit]].leaves_doubt
        for op in range(begin, machine.unit_done[unit] + 1):
            kind, ms = machine.kind_of(op), machine.op_ms[op]
            yield Moment(op, kind, unit, ms, deed)
            memory.wall_ms += ms
            if in_doubt:
                memory.walked_ms[unit] = memory.walked_ms.get(unit, 0) + ms
            self._happened(op, kind, unit)

    def _happened(self, op: int, kind: Op, unit: int) -> None:
        if kind is Op.EFFECT:
            self._effect(unit)
        elif kind is Op.DONE:
            self._done(unit)
        elif kind is Op.INTENT:
            self._memory.progress[unit] |= INTENT
        elif kind is Op.SAVE_INSIDE:
            self._save(op)

    def _saves_after(self, unit: int, begin: int) -> Iterator[Moment]:
        machine = self._machine
        for op in range(begin, machine.unit_first[unit + 1]):
            yield Moment(op, Op.SAVE_AFTER, unit, machine.op_ms[op])
            self._memory.wall_ms += machine.op_ms[op]
            self._save(op)

    def _save(self, op: int) -> None:
        index = self._machine.save_at[op]
        self._memory.newest = index
        if self._machine.timeline.saves[index].usable:
            self._memory.newest_usable = index
            if self._memory.oldest_usable < 0:
                self._memory.oldest_usable = index

    def _effect(self, unit: int) -> None:
        at = self._machine.unit_step[unit]
        step, memory = self._machine.steps[at], self._memory
        repeated = memory.progress[unit] & EFFECT
        memory.progress[unit] |= EFFECT
        if step.kind is Kind.GATE:
            self._tally.reasks[at] += bool(repeated)
            return
        memory.acted_on |= self._machine.timeline.flow.unstable[at]
        if repeated and (step.idempotent or self._receiver_knows(unit, step)):
            self._tally.harmless[at] += 1
            return
        self._tally.duplicates[at] += bool(repeated)
        memory.stale.discard(unit)
        if step.key_retention_ms is not None:
            memory.accepted_ms[unit] = memory.wall_ms

    def _receiver_knows(self, unit: int, step: Step) -> bool:
        """Whether the receiver recognises a repeated EFFECT by its key."""
        if Guard.IDEMPOTENCY_KEY not in step.guards:
            return False
        same = {
            KeySource.DERIVED: unit not in self._memory.stale,
            KeySource.NEW_EACH_ATTEMPT: False,
        }.get(step.key_source or KeySource.STORED, self._machine.timeline.plan.identity.survives)
        kept = step.key_retention_ms
        return same and (kept is None or self._memory.wall_ms - self._memory.accepted_ms[unit] <= kept)

    def _done(self, unit: int) -> None:
        at, memory = self._machine.unit_step[unit], self._memory
        if memory.progress[unit] & DONE and not self._machine.steps[at].deterministic:
            self._tally.divergences[at] += memory.acted_on >> at & 1
            memory.stale.update(other for other in self._machine.derived[at] if memory.progress[other] & EFFECT)
        memory.progress[unit] |= DONE


def _derived_dependents(timeline: Timeline) -> list[list[int]]:
    """Return, for each step, the units whose derived key rests on its result."""
    dependents: list[list[int]] = [[] for _ in timeline.plan.steps]
    for at, step in enumerate(timeline.plan.steps):
        if Guard.IDEMPOTENCY_KEY in step.guards and step.key_source is KeySource.DERIVED:
            for source in range(at):
                if timeline.flow.unstable[at] >> source & 1:
                    dependents[source].extend(range(timeline.first_unit[at], timeline.first_unit[at + 1]))
    return dependents
