"""Changes to a plan that a finding can offer at one click; each gives a new plan and leaves the old one alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from planner.core.dataflow import dataflow_of
from planner.core.plan import Checkpoint, Plan, Step, Variable
from planner.core.vocabulary import GateWhen, Guard, IdentitySource, KeySource, Kind, Loads, ResumeCheck, SingleRunner

T = TypeVar("T")


class Change(Protocol):
    """One change to a plan."""

    def apply(self, plan: Plan) -> Plan:
        """Return the changed plan; KeyError if the step or checkpoint is no longer there."""
        ...


@dataclass(frozen=True, slots=True)
class AddGuards:
    """Plan guards for an action, and the resume checks that they rest on; `gate_when`: when a person is asked."""

    step: str
    guards: tuple[Guard, ...]
    gate_when: GateWhen | None = None

    def apply(self, plan: Plan) -> Plan:
        """See Change."""

        def guarded(step: Step) -> Step:
            return replace(step, guards=_joined(step.guards, self.guards), gate_when=self.gate_when or step.gate_when)

        changed = _with_step(plan, self.step, guarded)
        return changed if plan.resume.checks is None else AddResumeChecks(checks_behind(self.guards)).apply(changed)


@dataclass(frozen=True, slots=True)
class SetKeySource:
    """Say where the idempotency key of an action comes from."""

    step: str
    source: KeySource

    def apply(self, plan: Plan) -> Plan:
        """See Change."""
        return _with_step(plan, self.step, lambda step: replace(step, key_source=self.source))


@dataclass(frozen=True, slots=True)
class SetKind:
    """Say what a step does to the world."""

    step: str
    kind: Kind

    def apply(self, plan: Plan) -> Plan:
        """See Change."""
        return _with_step(plan, self.step, lambda step: replace(step, kind=self.kind))


@dataclass(frozen=True, slots=True)
class SetIdempotent:
    """Say whether an action may happen twice with the effect of once."""

    step: str
    idempotent: bool

    def apply(self, plan: Plan) -> Plan:
        """See Change."""
        return _with_step(plan, self.step, lambda step: replace(step, idempotent=self.idempotent))


@dataclass(frozen=True, slots=True)
class StoreQuestion:
    """Keep a gate's question and its answer outside the run."""

    step: str

    def apply(self, plan: Plan) -> Plan:
        """See Change."""
        return _with_step(plan, self.step, lambda step: replace(step, question_stored=True))


@dataclass(frozen=True, slots=True)
class ConfirmAction:
    """Wait until the other system confirms an action."""

    step: str

    def apply(self, plan: Plan) -> Plan:
        """See Change."""
        return _with_step(plan, self.step, lambda step: replace(step, confirmed=True))


@dataclass(frozen=True, slots=True)
class AddToSnapshot:
    """Save these variables at a checkpoint too."""

    checkpoint: str
    names: tuple[str, ...]

    def apply(self, plan: Plan) -> Plan:
        """See Change."""

        def fuller(checkpoint: Checkpoint) -> Checkpoint:
            return replace(checkpoint, snapshot=_joined(checkpoint.snapshot, self.names))

        return _with_checkpoint(plan, self.checkpoint, fuller)


@dataclass(frozen=True, slots=True)
class RemoveFromSnapshot:
    """No longer save these variables at a checkpoint."""

    checkpoint: str
    names: tuple[str, ...]

    def apply(self, plan: Plan) -> Plan:
        """See Change."""

        def leaner(checkpoint: Checkpoint) -> Checkpoint:
            return replace(checkpoint, snapshot=tuple(name for name in checkpoint.snapshot if name not in self.names))

        return _with_checkpoint(plan, self.checkpoint, leaner)


@dataclass(frozen=True, slots=True)
class PlaceCheckpoint:
    """Place a checkpoint after a step; its snapshot holds all that is live there."""

    after: str

    def apply(self, plan: Plan) -> Plan:
        """See Change."""
        live = dataflow_of(plan).live[plan.index_of(self.after) + 1]
        placed = Checkpoint(id=_free_id(plan), after=self.after, snapshot=tuple(sorted(live)))
        return replace(plan, checkpoints=(*plan.checkpoints, placed))


@dataclass(frozen=True, slots=True)
class MoveCheckpoint:
    """Move a checkpoint behind a step (and behind every so many items of it); its snapshot holds what is live there."""

    checkpoint: str
    after: str
    every_items: int | None = None

    def apply(self, plan: Plan) -> Plan:
        """See Change."""
        before, behind = dataflow_of(plan).live[(at := plan.index_of(self.after)) : at + 2]
        live = before | behind if self.every_items else behind

        def moved(checkpoint: Checkpoint) -> Checkpoint:
            place = replace(checkpoint, after=self.after, inside=None, every_items=self.every_items)
            return replace(place, snapshot=tuple(sorted(live)))

        return _with_checkpoint(plan, self.checkpoint, moved)


@dataclass(frozen=True, slots=True)
class RemoveCheckpoint:
    """Take a checkpoint away."""

    checkpoint: str

    def apply(self, plan: Plan) -> Plan:
        """See Change."""
        kept = tuple(checkpoint for checkpoint in plan.checkpoints if checkpoint.id != self.checkpoint)
        if len(kept) == len(plan.checkpoints):
            raise KeyError(self.checkpoint)
        return replace(plan, checkpoints=kept)


@dataclass(frozen=True, slots=True)
class AddState:
    """List variables as there from the start of the run."""

    names: tuple[str, ...]

    def apply(self, plan: Plan) -> Plan:
        """See Change."""
        known = {variable.name for variable in plan.state}
        added = tuple(Variable(name=name) for name in self.names if name not in known)
        return replace(plan, state=plan.state + added)


@dataclass(frozen=True, slots=True)
class AddResumeChecks:
    """Let a resumed run make these checks too; where none were answered, also those that the guards rest on."""

    checks: tuple[ResumeCheck, ...]

    def apply(self, plan: Plan) -> Plan:
        """See Change."""
        present = plan.resume.checks
        if present is None:
            present = checks_behind(guard for step in plan.steps for guard in step.guards)
        return replace(plan, resume=replace(plan.resume, checks=_joined(present, self.checks)))


@dataclass(frozen=True, slots=True)
class SetLoads:
    """Say which snapshot a resumed run loads."""

    loads: Loads

    def apply(self, plan: Plan) -> Plan:
        """See Change."""
        return replace(plan, resume=replace(plan.resume, loads=self.loads))


@dataclass(frozen=True, slots=True)
class SetIdentitySource:
    """Say what identifies a run."""

    source: IdentitySource

    def apply(self, plan: Plan) -> Plan:
        """See Change."""
        return replace(plan, identity=replace(plan.identity, source=self.source))


@dataclass(frozen=True, slots=True)
class SetSingleRunner:
    """Say what stops two resumes at once."""

    single_runner: SingleRunner

    def apply(self, plan: Plan) -> Plan:
        """See Change."""
        return replace(plan, identity=replace(plan.identity, single_runner=self.single_runner))


@dataclass(frozen=True, slots=True)
class KeepFor:
    """Keep snapshots and records for so many milliseconds."""

    keeps_ms: int

    def apply(self, plan: Plan) -> Plan:
        """See Change."""
        return replace(plan, storage=replace(plan.storage, keeps_ms=self.keeps_ms))


def checks_behind(guards: Iterable[Guard]) -> tuple[ResumeCheck, ...]:
    """Return the resume checks without which these guards do not act (MODEL.md section 4)."""
    planned = set(guards)
    needed = (
        (ResumeCheck.ACTION_RECORDS, {Guard.ACTION_RECORD, Guard.INTENT_RECORD}),
        (ResumeCheck.IN_DOUBT_ACTIONS, {Guard.LOOKUP}),
    )
    return tuple(check for check, behind in needed if planned & behind)


def _joined(present: tuple[T, ...], added: tuple[T, ...]) -> tuple[T, ...]:
    return present + tuple(name for name in added if name not in present)


def _with_step(plan: Plan, step_id: str, change: Callable[[Step], Step]) -> Plan:
    at = plan.index_of(step_id)
    return replace(plan, steps=(*plan.steps[:at], change(plan.steps[at]), *plan.steps[at + 1 :]))


def _with_checkpoint(plan: Plan, checkpoint_id: str, change: Callable[[Checkpoint], Checkpoint]) -> Plan:
    at = {checkpoint.id: at for at, checkpoint in enumerate(plan.checkpoints)}[checkpoint_id]
    return replace(
        plan, checkpoints=(*plan.checkpoints[:at], change(plan.checkpoints[at]), *plan.checkpoints[at + 1 :])
    )


def _free_id(plan: Plan) -> str:
    taken = {checkpoint.id for checkpoint in plan.checkpoints}
    number = len(taken) + 1
    while f"checkpoint-{number}" in taken:
        number += 1
    return f"checkpoint-{number}"
