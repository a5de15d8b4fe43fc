"""Leaving a finding as it is, with a reason: kept by rule and place, shown while the finding stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planner.core.check import rule_modules
from planner.core.errors import PlanError, require
from planner.core.finding import Place
from planner.models import Acceptance, Plan
from planner.models.rows import load_reasons
from planner.services import shelf
from planner.services.draft import tidy_text
from planner.services.once import once
from planner.services.outcome import NotInPlan, Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping

    from planner.services.draft import Draft

Accepted = dict[tuple[str, Place], str]
"""The reason for each finding that is left as it is, by the code of its rule and its place."""


def accept(row: Plan, *, code: str, about: Place, reason: str, version: int, key: str) -> Outcome:
    """Leave what a rule finds at a place as it is, for a reason, or change the reason.

    PlanError with the path `reason` if there is none, `code` if there is no such rule; NotInPlan for an unknown place.
    """
    return once(row, _accept, version=version, key=key, **_named(code, about), reason=reason)


def withdraw(row: Plan, *, code: str, about: Place, version: int, key: str) -> Outcome:
    """Take an acceptance back; the finding stands in the way again. NotInPlan if there never was one."""
    return once(row, _withdraw, version=version, key=key, **_named(code, about))


def accepted_in(row: Plan) -> Accepted:
    """Return what is left as it is in a plan, with at most one query; some of it may no longer be found."""
    rows = shelf.seen(row)
    kept = (one for one in (rows.acceptances if rows else row.acceptances.all()) if not one.removed)
    return {(one.code, _place(one.step, one.checkpoint)): one.reason for one in kept}


def _named(code: str, about: Place) -> Mapping[str, str]:
    return {"code": code, "step": about.step or "", "checkpoint": about.checkpoint or ""}


def _place(step: str, checkpoint: str) -> Place:
    return Place(step=step or None, checkpoint=checkpoint or None)


def _accept(draft: Draft, *, reason: str, **finding: str) -> Outcome:
    reason = _reason(reason)
    require(finding["code"] in _codes(), "code", "the code of a rule")
    _require_place(draft, **finding)
    row = _found(draft, finding)
    if row is None:
        draft.add(Acceptance(plan=draft.rows.plan, reason=reason, **finding))
    elif draft.changed_since(row, "removed") and not row.removed:
        draft.disagree(row, "reason", reason)
    else:
        draft.set(row, reason=reason)
        draft.insist(row, removed=False)
    return Outcome(id=finding["code"])


def _withdraw(draft: Draft, **finding: str) -> Outcome:
    row = _found(draft, finding)
    if row is None:
        raise NotInPlan("finding", finding["code"])
    draft.insist(row, removed=True)
    return Outcome(id=finding["code"])


def _found(draft: Draft, finding: Mapping[str, str]) -> Acceptance | None:
    load_reasons(draft.rows)
    kept = (row for row in draft.rows.acceptances if all(getattr(row, name) == finding[name] for name in finding))
    return next(kept, None)


def _require_place(draft: Draft, *, code: str, step: str, checkpoint: str) -> None:
    """Demand a place that the plan has; NotInPlan or Gone otherwise."""
    require(not (step and checkpoint), "step", "a step or a checkpoint, not both")
    if step:
        draft.step(step)
    if checkpoint:
        draft.checkpoint(checkpoint)


def _reason(text: str) -> str:
    """Return a reason as it is kept; PlanError with the path `reason`."""
    try:
        text = tidy_text(text).strip()
    except PlanError as error:
        raise error.within("reason") from None
    require(text != "", "reason", "a reason in your own words")
    return text


def _codes() -> set[str]:
    return {module.RULE.code for module in rule_modules()}
