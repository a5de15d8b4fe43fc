"""The plans that a plan is compared with: fewer checkpoints, more of them, and the guards that the findings offer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from planner.core.change import AddGuards
from planner.core.dataflow import dataflow_of
from planner.core.finding import Finding
from planner.core.plan import Checkpoint, Plan, Step
from planner.core.protection import protection_of
from planner.core.vocabulary import Consequence, Guard, Kind
from planner.core.wordings.wording import joined

NO_GAP = (Guard.ACTION_RECORD, Guard.INTENT_RECORD, Guard.LOOKUP)
"""The guards that leave neither a repeat nor a miss (MODEL.md section 4), where no finding offers others."""

_GRAVITY = {Consequence.IRREVERSIBLE: 0, Consequence.COSTLY: 1, None: 2, Consequence.NUISANCE: 3}


@dataclass(frozen=True, slots=True)
class Alternative:
    """A plan to compare, by its name and what sets it apart."""

    name: str
    note: str
    plan: Plan


def alternatives(plan: Plan, findings: Iterable[Finding]) -> tuple[Alternative, ...]:
    """Return the plans that differ from this one, itself among them: bare, own, after every step, and guarded."""
    own = Alternative("Your plan", _placed(plan), plan)
    guards = suggested_guards(plan, findings)
    guarded_at = _steps([plan.index_of(change.step) for change in guards])
    rivals = (
        Alternative("No checkpoints", "", replace(plan, checkpoints=())),
        own,
        Alternative("A checkpoint after every step", "your guards as they are", after_every_step(plan)),
        Alternative("Your plan, with the suggested guards", f"on {guarded_at}", _changed(plan, guards)),
    )
    return tuple(rival for rival in rivals if rival is own or rival.plan != plan)


def worst_action(plan: Plan) -> Step | None:
    """Return the action whose repeat would hurt most, by what the plan itself says: not idempotent, no guard, gravest.

    What the model finds plays no part, so that a question about it gives nothing away. None if nothing acts outside.
    """

    def hurts_less(step: Step) -> tuple[bool, bool, int]:
        return step.idempotent is True, bool(step.guards), _GRAVITY[step.consequence]

    actions = [step for step in plan.steps if step.kind is Kind.ACTION]
    return min(actions, key=hurts_less, default=None)


def after_every_step(plan: Plan) -> Plan:
    """Return the plan with a checkpoint after each step but the last, each holding all that is live there."""
    live = dataflow_of(plan).live
    checkpoints = (
        Checkpoint(id=f"checkpoint-{number}", after=step.id, snapshot=tuple(sorted(live[number])))
        for number, step in enumerate(plan.steps[:-1], 1)
    )
    return replace(plan, checkpoints=tuple(checkpoints))


def suggested_guards(plan: Plan, findings: Iterable[Finding]) -> tuple[AddGuards, ...]:
    """Return one change for each action that can repeat: the first that a finding offers, else NO_GAP."""
    offered: dict[str, AddGuards] = {}
    for finding in findings:
        for choice in finding.fix:
            if isinstance(choice.change, AddGuards):
                offered.setdefault(choice.change.step, choice.change)
    exposed = [step for step in plan.steps if _is_exposed(plan, step) or step.id in offered]
    return tuple(offered.get(step.id, AddGuards(step.id, NO_GAP)) for step in exposed)


def _is_exposed(plan: Plan, step: Step) -> bool:
    acts = step.kind is Kind.ACTION and not step.idempotent
    return acts and Guard.IDEMPOTENCY_KEY not in step.guards and protection_of(plan, step).repeats_open


def _changed(plan: Plan, changes: Iterable[AddGuards]) -> Plan:
    for change in changes:
        plan = change.apply(plan)
    return plan


def _placed(plan: Plan) -> str:
    places = [plan.index_of(checkpoint.step_id) for checkpoint in plan.checkpoints]
    return f"checkpoints at {_steps(places)}" if places else "it has no checkpoints"


def _steps(places: list[int]) -> str:
    """Return steps by their numbers, as people count."""
    numbers = joined([str(place + 1) for place in places])
    return f"step {numbers}" if len(places) == 1 else f"steps {numbers}"
