"""What a person does with steps."""

from __future__ import annotations

from dataclasses import fields as fields_of
from typing import TYPE_CHECKING, Any, TypedDict, cast

from planner.core.plan import FIELDS_OF_ONE_KIND
from planner.core.plan import Step as CoreStep
from planner.models import Checkpoint, Plan, Step
from planner.services.once import once
from planner.services.order import position_behind
from planner.services.outcome import Difference, Outcome
from planner.services.undo import bring_back

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from planner.core.vocabulary import Consequence, Kind
    from planner.models.rows import Rows
    from planner.services.draft import Draft

DEFAULTS = {part.name: part.default for part in fields_of(CoreStep)}


class StepFields(TypedDict, total=False):
    """What a person can say of a step; guards and the mark are in `services.risks`."""

    name: str
    kind: Kind
    duration_ms: int
    items: int
    deterministic: bool
    needs: Sequence[str]
    produces: Sequence[str]
    notes: str
    idempotent: bool | None
    consequence: Consequence | None
    effect_at: float
    confirmed: bool
    question_stored: bool


def add(row: Plan, *, version: int, key: str, after: str | None = None, **fields: Unpack[StepFields]) -> Outcome:
    """Add a step behind the step `after`, or at the end.

    Unless `fields` say otherwise it needs what the step before it produces, and produces "result of step n", which
    the next step then needs. The outcome holds its id, its place and the number of steps.
    """
    return once(row, _add, version=version, key=key, after=after, fields=fields)


def edit(row: Plan, *, step: str, version: int, key: str, **fields: Unpack[StepFields]) -> Outcome:
    """Change fields of a step; with a new kind, what only another kind has goes back to its default, guards too."""
    return once(row, _edit, version=version, key=key, step=step, fields=fields)


def move_up(row: Plan, *, step: str, version: int, key: str) -> Outcome:
    """Move a step before the one above it; the first stays. The outcome holds its old and new place."""
    return once(row, _move, version=version, key=key, step=step, by=-1)


def move_down(row: Plan, *, step: str, version: int, key: str) -> Outcome:
    """Move a step behind the one below it; the last stays. The outcome holds its old and new place."""
    return once(row, _move, version=version, key=key, step=step, by=1)


def move_to(row: Plan, *, step: str, place: int, version: int, key: str) -> Outcome:
    """Move a step to a place, from 1; the outcome holds its old and new place."""
    return once(row, _move, version=version, key=key, step=step, place=place)


def remove(row: Plan, *, step: str, version: int, key: str) -> Outcome:
    """Remove a step; the names of what it produced stay where they are needed.

    A checkpoint after it stays on its spot, which is after the step before; one inside it goes with it, and so does
    one that would find a checkpoint there already.
    """
    return once(row, _remove, version=version, key=key, step=step)


def restore(row: Plan, *, step: str, version: int, key: str) -> Outcome:
    """Bring a removed step back to its place, with the checkpoints that went or moved with it."""
    return once(row, _restore, version=version, key=key, step=step)


def _add(draft: Draft, *, after: str | None, fields: dict[str, Any]) -> Outcome:
    rows, steps = draft.rows, draft.rows.kept_steps()
    anchor = draft.step(after, removed_too=True) if after else (steps[-1] if steps else None)
    above = [step for step in steps if anchor and step.position <= anchor.position]
    step = Step(plan=rows.plan, slug=_free_slug(rows), position=position_behind(draft, anchor))
    result = _free_result(rows, len(above) + 1)
    draft.add(step)
    needs = rows.read(above[-1], "produces") if above else []
    draft.write(step, **{"needs": needs, "produces": [result], **_of_own_kind(fields)})
    if "produces" not in fields and len(above) < len(steps):
        following = steps[len(above)]
        draft.write(following, needs=[*rows.read(following, "needs"), result])
    return Outcome(id=step.slug, place=len(above) + 1, count=len(steps) + 1)


def _edit(draft: Draft, *, step: str, fields: dict[str, Any]) -> Outcome:
    row = draft.step(step)
    draft.set(row, **_of_own_kind(fields))
    if row.kind == fields.get("kind"):
        draft.insist(row, **{name: DEFAULTS[name] for name in _of_other_kinds(row.kind)})
    if row.items == 1:
        for checkpoint in checkpoints_at(draft.rows, row):
            draft.write(checkpoint, every_items=None)
    return Outcome(id=step)


def _of_other_kinds(kind: str) -> set[str]:
    return {name for name, own in FIELDS_OF_ONE_KIND.items() if own != kind}


def _of_own_kind(fields: dict[str, Any]) -> dict[str, Any]:
    """Leave out what the kind that is chosen in the same form does not have."""
    foreign = _of_other_kinds(fields["kind"]) if "kind" in fields else set()
    return {name: value for name, value in fields.items() if name not in foreign}


def _move(draft: Draft, *, step: str, by: int = 0, place: int | None = None) -> Outcome:
    row, steps = draft.step(step), draft.rows.kept_steps()
    now, then = steps.index(row) + 1, _place_at_base(draft, row)
    wanted = min(max(1, then + by if place is None else place), len(steps))
    if draft.changed_since(row, "position"):
        if wanted != now:
            here = {"part": "step", "id": step, "field": "place"}
            draft.differences.append(Difference(**here, base=then, mine=wanted, theirs=now))
        return Outcome(id=step, was=now, place=now, count=len(steps))
    wanted = min(max(1, now + by if place is None else place), len(steps))
    if wanted != now:
        draft.write(row, position=position_behind(draft, _anchor(draft, row, steps, wanted)))
    return Outcome(id=step, was=now, place=wanted, count=len(steps))


def _anchor(draft: Draft, row: Step, steps: list[Step], wanted: int) -> Step | None:
    """Return the step behind which a step comes to its wanted place, removed ones counted: they can come back."""
    others = [step for step in steps if step != row]
    if wanted > len(others):
        return others[-1]
    below = [step for step in draft.rows.steps if step != row and step.position < others[wanted - 1].position]
    return max(below, key=lambda step: step.position, default=None)


def _place_at_base(draft: Draft, row: Step) -> int:
    """Return the place, from 1, that a step had when the form was made."""
    then = [step for step in draft.rows.steps if not draft.base(step, "removed")]
    then.sort(key=lambda step: cast("int", draft.base(step, "position")))
    return then.index(row) + 1 if row in then else 1


def _remove(draft: Draft, *, step: str) -> Outcome:
    row = draft.step(step, removed_too=True)
    if not row.removed:
        take_out(draft, row)
    return Outcome(id=step)


def take_out(draft: Draft, row: Step) -> None:
    """Remove a step from a draft, with what becomes of its checkpoints."""
    steps = draft.rows.kept_steps()
    at = steps.index(row)
    for checkpoint in checkpoints_at(draft.rows, row):
        before = steps[at - 1] if at > 0 and checkpoint.after_id == row.id else None
        if before and not any(other.after_id == before.id for other in draft.rows.kept_checkpoints()):
            draft.write(checkpoint, after=before.slug, every_items=None)
        else:
            draft.write(checkpoint, removed=True)
    draft.write(row, removed=True)


def checkpoints_at(rows: Rows, row: Step) -> list[Checkpoint]:
    """Return the checkpoints after or inside a step."""
    return [
        checkpoint for checkpoint in rows.kept_checkpoints() if row.id in (checkpoint.after_id, checkpoint.inside_id)
    ]


def _restore(draft: Draft, *, step: str) -> Outcome:
    bring_back(draft, draft.step(step, removed_too=True))
    return Outcome(id=step)


def _free_slug(rows: Rows) -> str:
    taken = {step.slug for step in rows.steps}
    number = len(taken) + 1
    while f"s{number}" in taken:
        number += 1
    return f"s{number}"


def _free_result(rows: Rows, number: int) -> str:
    """Return "result of step n", with the first n from this one on whose name is free, in removed steps too."""
    taken = {item.name for item in rows.state} | {name for words in rows.lists.values() for name in words}
    while f"result of step {number}" in taken:
        number += 1
    return f"result of step {number}"
