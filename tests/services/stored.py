"""Plans in the database, drawn, and the keys of forms."""

import uuid

from planner import models
from planner.bridge import core_plan, store
from planner.core.plan import Plan
from planner.core.sketch import sketch


def stored(drawing: str) -> models.Plan:
    """A plan in the database as another request would find it."""
    return stored_plan(sketch(drawing))


def stored_plan(plan: Plan) -> models.Plan:
    row = models.Plan(session_token="a browser")
    store(row, plan)
    return models.Plan.objects.get(pk=row.pk)


def now_in(row: models.Plan) -> Plan:
    """The plan as it is in the database, whatever the row in hand says."""
    return core_plan(models.Plan.objects.get(pk=row.pk))


def new_key() -> str:
    """What a form has in its hidden field."""
    return str(uuid.uuid4())
