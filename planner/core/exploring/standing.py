"""What of a stopped run's memory can still matter: runs that stand alike go on alike, whatever lies behind them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from planner.core.machine import Machine
from planner.core.memory import DONE, EFFECT, INTENT, LEFT, Memory
from planner.core.plan import Plan, Step
from planner.core.protection import Protection
from planner.core.vocabulary import Guard, KeySource, Kind

_NOTHING: frozenset[int] = frozenset()


class Standing(NamedTuple):
    """Where a stopped run resumes, and what it will find there; times are told relative to the resume."""

    start_op: int
    """Index of the save that it loads, as a micro-operation; -1: the start of the run."""
    progress: int
    """What is known of the units from the resumed one on, eight bits a unit."""
    reached: int
    acted_on: int
    stale: frozenset[int]
    ages_ms: tuple[tuple[int, int], ...]
    """For each unit whose key can still run out: how long ago the receiver accepted it, at most just too long."""


class Standings:
    """Reads the standing of a run of one machine from its memory."""

    def __init__(self, machine: Machine, *, longest_ms: int) -> None:
        """`longest_ms`: no run lasts longer, so that a key which is kept for longer is kept for ever."""
        timeline = machine.timeline
        pairs = list(zip(timeline.plan.steps, timeline.protections, strict=True))
        self._machine = machine
        self._progress = _unit_mask(machine, [_progress_that_matters(step, protection) for step, protection in pairs])
        self._reached = _step_mask(protection.asks and not protection.asks_always for _, protection in pairs)
        self._acted_on = _step_mask(not (step.deterministic or protection.skips_done) for step, protection in pairs)
        retention_ms = (_retention_that_matters(timeline.plan, *pair) for pair in pairs)
        self._retention_ms = [None if kept is None or kept >= longest_ms else kept for kept in retention_ms]

    @property
    def keys_expire(self) -> bool:
        """Whether a finite key retention is in play."""
        return any(retention_ms is not None for retention_ms in self._retention_ms)

    def of(self, memory: Memory, *, later_ms: int = 0) -> Standing:
        """Return the standing of a run that resumes so much later than `memory.wall_ms`."""
        start = self._machine.recovery_point(memory)
        unit = start.unit if start is not None else 0
        return Standing(
            start.op if start is not None else -1,
            (int.from_bytes(memory.progress, "little") & self._progress) >> 8 * unit,
            memory.reached & self._reached,
            memory.acted_on & self._acted_on,
            frozenset(other for other in memory.stale if other >= unit) if memory.stale else _NOTHING,
            self._ages_ms(memory, unit, memory.wall_ms + later_ms) if memory.accepted_ms else (),
        )

    def _ages_ms(self, memory: Memory, first: int, now_ms: int) -> tuple[tuple[int, int], ...]:
        ages = []
        for unit, accepted_ms in memory.accepted_ms.items():
            retention_ms = self._retention_ms[self._machine.unit_step[unit]]
            if retention_ms is not None and unit >= first:
                ages.append((unit, min(now_ms - accepted_ms, retention_ms + 1)))
        return tuple(sorted(ages))


def _unit_mask(machine: Machine, by_step: list[int]) -> int:
    return int.from_bytes(bytes(by_step[at] for at in machine.unit_step), "little")


def _step_mask(matters: Iterable[bool]) -> int:
    return sum(1 << at for at, does in enumerate(matters) if does)


def _progress_that_matters(step: Step, protection: Protection) -> int:
    """Return which bits of a unit's progress decide what the run will do or count."""
    if protection.leaves_doubt:
        return INTENT | EFFECT | DONE | LEFT
    found = protection.looks_up or protection.asks
    counts = step.kind is Kind.GATE or (step.kind is Kind.ACTION and not step.idempotent)
    again = protection.records or not step.deterministic
    return (EFFECT if found or counts else 0) | (DONE if again else 0)


def _retention_that_matters(plan: Plan, step: Step, protection: Protection) -> int | None:
    """Return how long a step's key is kept, if a repeat is recognised by it and that can run out."""
    if Guard.IDEMPOTENCY_KEY not in step.guards or step.idempotent or not protection.repeats_open:
        return None
    known = step.key_source is KeySource.DERIVED or plan.identity.survives
    return step.key_retention_ms if known and step.key_source is not KeySource.NEW_EACH_ATTEMPT else None
