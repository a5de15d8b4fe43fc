"""People in front of a browser, each with a plan of their own."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from django.test import Client

from planner.bridge import store
from planner.core.sketch import sketch
from planner.models import Plan
from planner.web.access import BROWSER

if TYPE_CHECKING:
    from planner.core.plan import Plan as CorePlan


def with_plan(drawing: str | CorePlan) -> tuple[Client, Plan]:
    """Return the browser of somebody without an account, and the plan that is theirs."""
    client, token = Client(), uuid.uuid4().hex
    session = client.session
    session[BROWSER] = token
    session.save()
    row = Plan(session_token=token)
    store(row, sketch(drawing) if isinstance(drawing, str) else drawing)
    client.cookies["sessionid"] = session.session_key or ""
    return client, Plan.objects.get(pk=row.pk)


def many_steps(steps: int) -> str:
    """Return the drawing of a plan with so many steps, every fourth followed by a checkpoint."""
    lines = [f"Step {number} {'!' if number % 3 == 0 else ''} 1min" for number in range(1, steps + 1)]
    return "\n".join(f"{line}\n|" if number % 4 == 0 else line for number, line in enumerate(lines, 1))


def fields(row: Plan, **more: Any) -> dict[str, Any]:
    """Return the hidden fields of a form about this plan, and what else is filled in."""
    return {"version": row.version, "key": str(uuid.uuid4()), **more}
