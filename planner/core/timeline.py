"""A plan compiled to arrays: its micro-operations, its saves and what is live at each (MODEL.md sections 1, 2, 5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from planner.core.dataflow import Dataflow, dataflow_of
from planner.core.plan import Checkpoint, Plan, Step
from planner.core.protection import Protection, protection_of
from planner.core.vocabulary import GateWhen, Guard, Kind

Ints = NDArray[np.int64]


class Op(IntEnum):
    """The micro-operations that a unit is walked through, in their order."""

    WAIT = 0
    INTENT = 1
    PRE = 2
    EFFECT = 3
    SAVE_INSIDE = 4
    POST = 5
    DONE = 6
    SAVE_AFTER = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Save:
    """One snapshot of a checkpoint, taken at one place of the timeline."""

    op: int
    """Index of the micro-operation; a resume from here goes on at `op + 1`."""
    checkpoint: int
    """Index into `plan.checkpoints`."""
    step: int
    unit: int
    inside: bool
    lacking: tuple[str, ...]
    """Live variables that the snapshot does not hold, in alphabetical order."""
    unstorable: tuple[str, ...]
    """Live variables that it holds and that cannot be stored."""

    @property
    def usable(self) -> bool:
        """Whether a resume can start from it (MODEL.md section 2)."""
        return self.inside or not (self.lacking or self.unstorable)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Timeline:
    """A plan of n steps, u units and m micro-operations, in the order in which they are walked.

    Compared and hashed by identity, so that what is derived from it can be cached.
    Times are milliseconds. `ops`, `op_unit` and `op_ms` have shape (m,), `unit_*` shape (u,); `first_unit` has n + 1
    entries: the units of step i are `first_unit[i]` to `first_unit[i + 1] - 1`.
    """

    plan: Plan
    flow: Dataflow
    protections: tuple[Protection, ...]
    saves: tuple[Save, ...]
    ops: NDArray[np.int8]
    op_unit: Ints
    op_ms: Ints
    unit_step: Ints
    unit_first: Ints
    unit_done: Ints
    first_unit: tuple[int, ...]
    ideal_ms: int


def compile_plan(plan: Plan) -> Timeline:
    """Lay a plan out on its timeline."""
    flow = dataflow_of(plan)
    track = _Track(plan, flow)
    for at in range(len(plan.steps)):
        track.walk_step(at)
    return track.timeline()


class _Track:
    """The timeline while it is being laid, one step after another."""

    def __init__(self, plan: Plan, flow: Dataflow) -> None:
        self._plan = plan
        self._flow = flow
        self._ops: list[int] = []
        self._ms: list[int] = []
        self._lengths: list[int] = []
        self._saves: list[Save] = []
        self._unstorable = frozenset(variable.name for variable in plan.state if not variable.storable)
        self._known_faults: dict[tuple[int, bool], tuple[tuple[str, ...], tuple[str, ...]]] = {}
        self._places: dict[str, list[int]] = {step.id: [] for step in plan.steps}
        for index, checkpoint in enumerate(plan.checkpoints):
            self._places[checkpoint.step_id].append(index)

    def walk_step(self, at: int) -> None:
        """Append the micro-operations of step `at`: plain units in bulk, those with a save one by one."""
        step = self._plan.steps[at]
        places = [(index, self._plan.checkpoints[index]) for index in self._places[step.id]]
        unit = _unit_ops(step)
        plain_before = 0
        for item in _items_with_extras(step, [checkpoint for _, checkpoint in places]):
            self._extend(unit, item - plain_before)
            self._walk_unit(at, item, unit, places)
            plain_before = item + 1
        self._extend(unit, step.items - plain_before)

    def _extend(self, unit: list[tuple[int, int]], times: int) -> None:
        self._ops += [op for op, _ in unit] * times
        self._ms += [ms for _, ms in unit] * times
        self._lengths += [len(unit)] * times

    def _walk_unit(self, at: int, item: int, unit: list[tuple[int, int]], places: list[tuple[int, Checkpoint]]) -> None:
        step = self._plan.steps[at]
        start = len(self._ops)
        if item == 0 and Guard.HUMAN_GATE in step.guards:
            self._append(Op.WAIT, step.gate_ms if step.gate_when is GateWhen.ALWAYS else 0)
        for op, ms in unit:
            if op == Op.POST and item == step.items // 2:
                self._save(at, item, [place for place in places if place[1].inside])
            self._append(op, ms)
        self._save(at, item, [place for place in places if _saves_after(place[1], step, item)])
        self._lengths.append(len(self._ops) - start)

    def _append(self, op: int, ms: int) -> None:
        self._ops.append(op)
        self._ms.append(ms)

    def _save(self, at: int, item: int, places: list[tuple[int, Checkpoint]]) -> None:
        last = item == self._plan.steps[at].items - 1
        for index, checkpoint in places:
            lacking, unstorable = self._faults(index, checkpoint, last=last)
            self._saves.append(
                Save(
                    op=len(self._ops),
                    checkpoint=index,
                    step=at,
                    unit=len(self._lengths),
                    inside=checkpoint.inside is not None,
                    lacking=lacking,
                    unstorable=unstorable,
                )
            )
            self._append(Op.SAVE_AFTER if checkpoint.inside is None else Op.SAVE_INSIDE, checkpoint.save_ms)

    def _faults(self, index: int, checkpoint: Checkpoint, *, last: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
        known = self._known_faults.get((index, last))
        if known is None:
            live = self._live_at(checkpoint, last=last)
            kept = live & frozenset(checkpoint.snapshot)
            known = tuple(sorted(live - kept)), tuple(sorted(kept & self._unstorable))
            self._known_faults[index, last] = known
        return known

    def _live_at(self, checkpoint: Checkpoint, *, last: bool) -> frozenset[str]:
        at = self._plan.index_of(checkpoint.step_id)
        before, after = self._flow.live[at : at + 2]
        if checkpoint.inside is not None:
            return before
        return after if last else before | after

    def timeline(self) -> Timeline:
        """Return what has been laid, as arrays."""
        plan = self._plan
        items = [step.items for step in plan.steps]
        ops = np.array(self._ops, np.int8)
        op_ms = np.array(self._ms, np.int64)
        lengths = np.array(self._lengths, np.int64)
        first_op = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
        return Timeline(
            plan=plan,
            flow=self._flow,
            protections=tuple(protection_of(plan, step) for step in plan.steps),
            saves=tuple(self._saves),
            ops=ops,
            op_unit=np.repeat(np.arange(len(lengths)), lengths),
            op_ms=op_ms,
            unit_step=np.repeat(np.arange(len(items)), items),
            unit_first=first_op[:-1],
            unit_done=np.flatnonzero(ops == Op.DONE),
            first_unit=tuple(int(unit) for unit in np.concatenate([[0], np.cumsum(items, dtype=np.int64)])),
            ideal_ms=int(op_ms.sum()),
        )


def _unit_ops(step: Step) -> list[tuple[int, int]]:
    before = step.before_effect_ms
    ops: list[tuple[int, int]] = [(Op.INTENT, 0)] if Guard.INTENT_RECORD in step.guards else []
    ops.append((Op.PRE, before))
    if step.kind in (Kind.ACTION, Kind.GATE):
        ops.append((Op.EFFECT, 0))
    return [*ops, (Op.POST, step.duration_ms - before), (Op.DONE, 0)]


def _items_with_extras(step: Step, checkpoints: list[Checkpoint]) -> list[int]:
    """Return the items, in order, that are not walked like every other: a wait or a save belongs to them."""
    items = {step.items - 1, 0}
    for checkpoint in checkpoints:
        if checkpoint.inside is not None:
            items.add(step.items // 2)
        elif checkpoint.every_items is not None:
            items.update(range(checkpoint.every_items - 1, step.items, checkpoint.every_items))
    return sorted(items)


def _saves_after(checkpoint: Checkpoint, step: Step, item: int) -> bool:
    if checkpoint.after is None:
        return False
    every = checkpoint.every_items
    return item == step.items - 1 or (every is not None and (item + 1) % every == 0)
