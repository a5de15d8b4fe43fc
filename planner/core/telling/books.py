"""What a run believes and what is true: the effects of each action, kept while the run goes on."""

from __future__ import annotations

from planner.core.machine import Deed, Machine
from planner.core.telling.scene import Ledger
from planner.core.timeline import Save
from planner.core.vocabulary import Kind


class Books:
    """Counts, step by step, the effects that the run takes as done, and those that happened outside.

    A repeat that the receiver recognises did not happen outside. Steps that are no actions stay at 0.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._actions = [at for at, step in enumerate(machine.steps) if step.kind is Kind.ACTION]
        self._has_acted = bytearray(len(machine.unit_step))
        self._has_been_done = bytearray(len(machine.unit_step))
        self.believed = [0] * len(machine.steps)
        self.true = [0] * len(machine.steps)

    def open(self, start: Save | None) -> None:
        """Believe, as a session begins, what its snapshot covers and what is on record."""
        covered = 0 if start is None else start.unit + (not start.inside)
        for at in self._actions:
            first, end = self._machine.timeline.first_unit[at : at + 2]
            behind = min(max(covered, first), end)
            on_record = self._has_been_done.count(1, behind, end) if self._reads_records(at) else 0
            self.believed[at] = behind - first + on_record

    def acted(self, unit: int) -> None:
        """Note that an effect happened outside."""
        self._has_acted[unit] = 1
        self.true[self._machine.unit_step[unit]] += 1

    def has_acted(self, unit: int) -> bool:
        """Whether the effect of a unit ever happened."""
        return bool(self._has_acted[unit])

    def passed(self, unit: int, deed: Deed) -> bool:
        """Note that the run takes a unit as done from here on; return whether it had been done before."""
        at, before = self._machine.unit_step[unit], bool(self._has_been_done[unit])
        if self._machine.steps[at].kind is Kind.ACTION and not (before and self._reads_records(at)):
            self.believed[at] += 1
        self._has_been_done[unit] |= deed is not Deed.LEAVE
        return before

    def ledgers(self) -> tuple[Ledger, Ledger]:
        """Return what is believed and what is true, by the ids of the actions."""
        steps = self._machine.steps
        return (
            {steps[at].id: self.believed[at] for at in self._actions},
            {steps[at].id: self.true[at] for at in self._actions},
        )

    def _reads_records(self, at: int) -> bool:
        return self._machine.timeline.protections[at].records
