"""What a person does about unsafe points: the mark on each step, and the guards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from planner.core.vocabulary import GateWhen, Guard
from planner.models import Plan
from planner.services.once import once
from planner.services.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from planner.core.vocabulary import KeySource
    from planner.services.draft import Draft


class MarkFields(TypedDict, total=False):
    """The learner's own mark on a step."""

    repeats: bool | None
    prevention: str


class GuardFields(TypedDict, total=False):
    """What keeps an action from being repeated."""

    guards: Sequence[Guard]
    key_source: KeySource | None
    key_retention_ms: int | None
    gate_ms: int
    gate_when: GateWhen


def mark(row: Plan, *, step: str, version: int, key: str, **fields: Unpack[MarkFields]) -> Outcome:
    """Mark whether the effect of a step would repeat, and what prevents it."""
    return once(row, _mark, version=version, key=key, step=step, fields=fields)


def guard(row: Plan, *, step: str, version: int, key: str, **fields: Unpack[GuardFields]) -> Outcome:
    """Choose the guards of an action and what belongs to them; PlanError for a step of another kind."""
    return once(row, _guard, version=version, key=key, step=step, fields=fields)


def _mark(draft: Draft, *, step: str, fields: dict[str, Any]) -> Outcome:
    row = draft.step(step)
    draft.set(row, **{f"risk_{name}": value for name, value in fields.items()})
    draft.write(row, risk_marked=True)
    return Outcome(id=step)


def _guard(draft: Draft, *, step: str, fields: dict[str, Any]) -> Outcome:
    row = draft.step(step)
    base = draft.base(row, "guards")
    if set(fields.get("guards", ())) == set(base):
        # Guards have no order; a form that lists the same ones in another has not changed them.
        fields = {**fields, "guards": base}
    elif Guard.HUMAN_GATE in base and Guard.HUMAN_GATE not in fields.get("guards", base):
        # When a person is asked goes with the person: arrow keys pass by choices that are left again at once.
        fields = {**fields, "gate_when": GateWhen.ALWAYS}
    draft.set(row, **fields)
    return Outcome(id=step)
