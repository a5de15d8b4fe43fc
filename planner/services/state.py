"""What a person does with the state of a run: the variables, described or only named by steps and snapshots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from planner.core.errors import require, shown
from planner.models import Plan, StateItem
from planner.services.once import once
from planner.services.order import end_of
from planner.services.outcome import Gone, NotInPlan, Outcome
from planner.services.undo import bring_back

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Unpack

    from planner.models.rows import Row, Rows
    from planner.services.draft import Draft


class VariableFields(TypedDict, total=False):
    """What a person can say of a variable."""

    storable: bool
    sensitive: bool
    description: str


def add(row: Plan, *, name: str, version: int, key: str, **fields: Unpack[VariableFields]) -> Outcome:
    """Describe a variable that no step names yet: it is there from the start. PlanError if the name is taken."""
    return once(row, _add, version=version, key=key, name=name, fields=fields)


def edit(row: Plan, *, variable: str, version: int, key: str, **fields: Unpack[VariableFields]) -> Outcome:
    """Change what is said of a variable; one that steps only name is described from now on."""
    return once(row, _edit, version=version, key=key, variable=variable, fields=fields)


def rename(row: Plan, *, variable: str, name: str, version: int, key: str) -> Outcome:
    """Call a variable something else, wherever it is needed, produced or saved; PlanError if the name is taken."""
    return once(row, _rename, version=version, key=key, variable=variable, name=name)


def remove(row: Plan, *, variable: str, version: int, key: str) -> Outcome:
    """Remove the description of a variable; steps and snapshots go on naming it."""
    return once(row, _remove, version=version, key=key, variable=variable)


def restore(row: Plan, *, variable: str, version: int, key: str) -> Outcome:
    """Bring the description of a variable back."""
    return once(row, _restore, version=version, key=key, variable=variable)


def _add(draft: Draft, *, name: str, fields: dict[str, Any]) -> Outcome:
    _require_free(draft.rows, name)
    describe_in(draft, name, fields)
    return Outcome(id=name)


def _edit(draft: Draft, *, variable: str, fields: dict[str, Any]) -> Outcome:
    item = _described(draft.rows, variable)
    if item:
        draft.set(item, **fields)
    else:
        _require_named(draft.rows, variable)
        describe_in(draft, variable, fields)
    return Outcome(id=variable)


def _rename(draft: Draft, *, variable: str, name: str) -> Outcome:
    rows, item = draft.rows, _described(draft.rows, variable)
    if not item:
        _require_named(rows, variable)
    if name == variable:
        return Outcome(id=name)
    _require_free(rows, name)
    if item:
        draft.write(item, name=name)
    for part, field in list(_lists_that_name(rows, variable)):
        words = [name if word == variable else word for word in rows.read(part, field)]
        draft.write(part, **{field: words})
    return Outcome(id=name)


def _remove(draft: Draft, *, variable: str) -> Outcome:
    item = _described(draft.rows, variable)
    if item:
        draft.write(item, removed=True)
    return Outcome(id=variable)


def _restore(draft: Draft, *, variable: str) -> Outcome:
    removed = [item for item in draft.rows.state if item.name == variable and item.removed]
    if removed and not _described(draft.rows, variable):
        bring_back(draft, removed[-1])
    return Outcome(id=variable)


def describe_in(draft: Draft, name: str, fields: dict[str, Any]) -> None:
    """Describe a variable in a draft."""
    item = StateItem(plan=draft.rows.plan, position=end_of(draft.rows.state))
    draft.add(item)
    draft.write(item, name=name, **fields)


def _described(rows: Rows, name: str) -> StateItem | None:
    return next((item for item in rows.state if item.name == name and not item.removed), None)


def _lists_that_name(rows: Rows, variable: str) -> Iterator[tuple[Row, str]]:
    """Yield each row and field that needs, produces or saves a variable."""
    for step in rows.kept_steps():
        yield from ((step, field) for field in ("needs", "produces") if variable in rows.read(step, field))
    for checkpoint in rows.kept_checkpoints():
        if variable in rows.read(checkpoint, "snapshot"):
            yield checkpoint, "snapshot"


def _is_named(rows: Rows, name: str) -> bool:
    return next(_lists_that_name(rows, name), None) is not None


def _require_free(rows: Rows, name: str) -> None:
    free = not _described(rows, name) and not _is_named(rows, name)
    require(free, "name", f"“{shown(name)}” is there already; another name")


def _require_named(rows: Rows, name: str) -> None:
    """Raise Gone for a variable that was described once, and NotInPlan for one that never was."""
    if not _is_named(rows, name):
        raise (Gone if any(item.name == name for item in rows.state) else NotInPlan)("variable", name)
