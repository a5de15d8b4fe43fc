"""Taking back what a version changed, as far as nobody has changed it again since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planner.bridge import plan_of
from planner.core.errors import PlanError, require
from planner.models import Checkpoint, Edit, Plan, StateItem, Step
from planner.models.rows import load_reasons
from planner.services.once import once
from planner.services.outcome import Outcome

if TYPE_CHECKING:
    from planner.services.draft import Draft


def undo(row: Plan, *, of: int, version: int, key: str) -> Outcome:
    """Take back what version `of` changed; what has been changed again since stays as it is.

    PlanError with the path `of` if there is no such version, or if later changes need what it did.
    """
    return once(row, _undo, version=version, key=key, of=of)


def _undo(draft: Draft, *, of: int) -> Outcome:
    require(
        1 < of <= draft.rows.plan.version,
        "of",
        f"a version that changed something, from 2 to {draft.rows.plan.version}",
    )
    load_reasons(draft.rows)
    take_back(draft, of)
    return Outcome()


def bring_back(draft: Draft, part: Step | Checkpoint | StateItem) -> None:
    """Take back the version that removed a part; one that is there is left alone."""
    removals = Edit.objects.filter(plan=draft.rows.plan, part=part.id, field="removed", new=True)
    if part.removed:
        take_back(draft, removals.latest("version").version)


def take_back(draft: Draft, version: int) -> None:
    """Give every field that a version changed its old value, unless it has been changed again since."""
    rows = draft.rows.by_id()
    edits = Edit.objects.filter(plan=draft.rows.plan, version=version)
    for edit in edits:
        if draft.rows.read(rows[edit.part], edit.field) == edit.new:
            draft.write(rows[edit.part], **{edit.field: edit.old})
    for step in draft.rows.steps:
        _keep_mark(draft, step)
    try:
        plan_of(draft.rows)
    except PlanError:
        raise PlanError("of", "a change that no later change builds on; take the later ones back first") from None


def _keep_mark(draft: Draft, step: Step) -> None:
    """Let a step of whose mark something is left count as marked."""
    if step.risk_repeats is not None or step.risk_prevention:
        draft.write(step, risk_marked=True)
