"""Every edit of a plan: one transaction that acts once for each key, on the plan as it is now."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction

from planner.bridge import plan_of, take_over
from planner.core.errors import PlanError, require, shown
from planner.models import HandledRequest, Plan
from planner.services import shelf
from planner.services.draft import Draft
from planner.services.limits import require_fits_file, require_short_names
from planner.services.outcome import Conflict, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from planner.core.plan import Plan as CorePlan


def once(row: Plan, act: Callable[..., Outcome], *, version: int, key: str, **arguments: Any) -> Outcome:
    """Let `act(draft, **arguments)` edit the plan, unless the request with this key has acted already.

    A request is the same if its key and its arguments are. `row` is up to date afterwards, whatever happens.
    Raises Conflict, Gone, NotInPlan or PlanError, each with nothing saved, and Plan.DoesNotExist.
    """
    key_id, digest = key_of(key), digest_of(act, arguments)
    with transaction.atomic():
        _lock(row)
        handled = HandledRequest.objects.filter(plan=row, key=key_id).first()
        if handled and handled.digest == digest:
            return Outcome(**handled.outcome)
        require(1 <= version <= row.version, "version", f"a version of this plan, from 1 to {row.version}")
        draft = Draft(shelf.take(row), since=version, key=key_id)
        outcome, plan = _finish(draft, act(draft, **arguments))
        handled = handled or HandledRequest(plan=row, key=key_id)
        handled.digest, handled.outcome = digest, asdict(outcome)
        handled.save()
    take_over(row, draft.rows, plan)
    shelf.keep(draft.rows)
    return outcome


def _lock(row: Plan) -> None:
    """Lock a plan until the transaction ends, and bring its row up to date where it is not."""
    now = Plan.objects.select_for_update().values_list("version", "changed_at").get(pk=row.pk)
    if now != (row.version, row.changed_at):
        row.refresh_from_db()


def key_of(text: str) -> UUID:
    """Return the key of a request; PlanError unless it is a UUID."""
    try:
        return UUID(text)
    except ValueError:
        raise PlanError("key", f"the key of a form is a UUID, not “{shown(text)}”") from None


def digest_of(act: Callable[..., object], arguments: dict[str, Any]) -> str:
    """Return what tells one request from another."""
    request = json.dumps([act.__module__, act.__qualname__, arguments], sort_keys=True)
    return hashlib.sha256(request.encode()).hexdigest()


def _finish(draft: Draft, told: Outcome) -> tuple[Outcome, CorePlan]:
    """Save a draft that collides with nothing and makes a plan; return that too."""
    version = draft.rows.plan.version
    if draft.differences:
        raise Conflict(draft.differences, version=version, changed=draft.changed_fields())
    plan = plan_of(draft.rows)
    if not draft.has_changes:
        return replace(told, version=version, changed=False), plan
    require_fits_file(plan)
    require_short_names(plan)
    draft.save(version=version + 1)
    return replace(told, version=version + 1), plan
