"""How long was spent on each part of a plan, told from when its edits were made."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from planner.models import Acceptance, Edit, HandledRequest, StateItem, Step, TakenSuggestion

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime
    from uuid import UUID

LONGEST_PAUSE = timedelta(minutes=5)
"""Who makes no edit for longer has gone away; such a pause counts for nothing."""

_OF_GUARDS = ("risk_", "guards", "gate_", "key_", "idempotent", "consequence")


@dataclass(slots=True)
class Pace:
    """Seconds on each of the four parts of one plan."""

    steps: float = 0
    checkpoints: float = 0
    guards: float = 0
    resume: float = 0

    def add(self, part: str, pause: timedelta) -> None:
        """Count a pause before an edit of a part."""
        setattr(self, part, getattr(self, part) + pause.total_seconds())


def paces(plan_ids: Collection[UUID]) -> Mapping[UUID, Pace]:
    """Return the pace of each plan whose edits have left traces, with six queries."""
    parts = _parts_by_request(plan_ids)
    found: dict[UUID, Pace] = {}
    last: dict[UUID, datetime] = {}
    requests = HandledRequest.objects.filter(plan__in=plan_ids).order_by("handled_at")
    for plan_id, key, at in requests.values_list("plan_id", "key", "handled_at"):
        pace, pause = found.setdefault(plan_id, Pace()), at - last.get(plan_id, at)
        if (plan_id, key) in parts and pause <= LONGEST_PAUSE:
            pace.add(parts[plan_id, key], pause)
        last[plan_id] = at
    return found


def _parts_by_request(plan_ids: Collection[UUID]) -> Mapping[tuple[UUID, UUID], str]:
    """Return which part of its plan each request changed first."""
    tables = ((Step, "steps"), (StateItem, "resume"), (Acceptance, "guards"), (TakenSuggestion, "guards"))
    kinds: dict[UUID, str] = {}
    for table, part in tables:
        rows = table._default_manager.filter(plan__in=plan_ids)
        kinds.update(dict.fromkeys(rows.values_list("pk", flat=True), part))
    parts: dict[tuple[UUID, UUID], str] = {}
    edits = Edit.objects.filter(plan__in=plan_ids).order_by("pk")
    for plan_id, key, row_id, field in edits.values_list("plan_id", "key", "part", "field"):
        kind = _of_plan(field) if row_id == plan_id else kinds.get(row_id, "checkpoints")
        parts.setdefault((plan_id, key), "guards" if kind == "steps" and field.startswith(_OF_GUARDS) else kind)
    return parts


def _of_plan(field: str) -> str:
    """Return the part to which a field of the plan as a whole belongs."""
    return "steps" if field in ("title", "goal") else "resume"
