"""Taking up what a finding suggests: the change is looked up again and made on the plan as it is now."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from planner.bridge import CHECKPOINT_FIELDS, PLAN_FIELDS, STEP_FIELDS, plan_of
from planner.core.check import check_plan
from planner.core.errors import PlanError, require
from planner.core.finding import Choice, Place
from planner.models import Plan, TakenSuggestion
from planner.models.rows import load_reasons
from planner.services.checkpoints import place_in
from planner.services.once import once
from planner.services.outcome import NotInPlan, Outcome
from planner.services.state import describe_in

if TYPE_CHECKING:
    from planner.core.change import Change
    from planner.core.plan import Plan as CorePlan
    from planner.services.draft import Draft


def take_up(row: Plan, *, code: str, step: str, checkpoint: str, change: str, version: int, key: str) -> Outcome:
    """Make a change that the rule `code` suggests about a step, a checkpoint or (both empty) the plan, and note it.

    `change` is its `name_of`. PlanError with the path `change` if the rule no longer suggests it.
    """
    return once(row, _take_up, version=version, key=key, code=code, step=step, checkpoint=checkpoint, change=change)


def name_of(change: Change) -> str:
    """Return a short name that tells one suggested change from another."""
    return hashlib.blake2s(repr(change).encode(), digest_size=6).hexdigest()


def _take_up(draft: Draft, *, code: str, step: str, checkpoint: str, change: str) -> Outcome:
    plan = plan_of(draft.rows)
    choice, suggested = _suggested(plan, code, Place(step=step or None, checkpoint=checkpoint or None), change)
    _write(draft, plan, suggested.apply(plan))
    row, version = draft.rows.plan, draft.rows.plan.version + 1
    draft.add(
        TakenSuggestion(plan=row, version=version, code=code, step=step, checkpoint=checkpoint, choice=choice.text)
    )
    return Outcome(id=step or checkpoint)


def explain(row: Plan, *, taken: int, reason: str, version: int, key: str) -> Outcome:
    """Say why the suggestion that made version `taken` was taken; NotInPlan if that version took none."""
    return once(row, _explain, version=version, key=key, taken=taken, reason=reason)


def _explain(draft: Draft, *, taken: int, reason: str) -> Outcome:
    load_reasons(draft.rows)
    said = next((one for one in draft.rows.suggestions if one.version == taken and not one.removed), None)
    if said is None:
        raise NotInPlan("suggestion", str(taken))
    require(reason.strip() != "", "reason", "a reason in your own words")
    draft.set(said, reason=reason)
    return Outcome(id=said.code)


def _suggested(plan: CorePlan, code: str, about: Place, name: str) -> tuple[Choice, Change]:
    for finding in check_plan(plan, select=(code,)):
        for choice in finding.fix if finding.about == about else ():
            if choice.change is not None and name_of(choice.change) == name:
                return choice, choice.change
    raise PlanError("change", "a suggestion that still fits the plan; look at what the checks find now")


def _write(draft: Draft, before: CorePlan, after: CorePlan) -> None:
    """Bring what a change made different into the draft; no change adds, removes or moves steps."""
    for part, names in PLAN_FIELDS.items():
        found = _different(getattr(before, part), getattr(after, part), names)
        draft.write(draft.rows.plan, **{f"{part}_{name}": value for name, value in found.items()})
    for old, new in zip(before.steps, after.steps, strict=True):
        draft.write(draft.step(old.id), **_different(old, new, STEP_FIELDS))
    for variable in after.state[len(before.state) :]:
        describe_in(draft, variable.name, {})
    _write_checkpoints(draft, before, after)


def _write_checkpoints(draft: Draft, before: CorePlan, after: CorePlan) -> None:
    kept = {checkpoint.id: checkpoint for checkpoint in after.checkpoints}
    for old in before.checkpoints:
        new = kept.pop(old.id, None)
        found = {"removed": True} if new is None else _different(old, new, CHECKPOINT_FIELDS)
        draft.write(draft.checkpoint(old.id), **found)
    for new in kept.values():
        place_in(draft, after=new.after, inside=None, fields={"snapshot": new.snapshot, "save_ms": new.save_ms})


def _different(old: object, new: object, names: tuple[str, ...]) -> dict[str, object]:
    """Return the fields in which two values differ, with the new ones."""
    return {name: getattr(new, name) for name in names if getattr(new, name) != getattr(old, name)}
