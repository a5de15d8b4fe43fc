"""The Hand in page: what stands in the way, what would be handed in, and what was handed in before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils import timezone

from planner.services import exercises, submissions
from planner.services.readiness import standing, which_of
from planner.web.contexts.frame import frame
from planner.web.contexts.kept import kept_context, kept_now, where
from planner.web.contexts.obstacles import lines
from planner.web.forms.hand_in import ExplainForm, HandInForm

if TYPE_CHECKING:
    from planner.models import Plan, TakenSuggestion
    from planner.web.contexts.kept import Kept


def hand_in_page(row: Plan, *, form: HandInForm | None = None, explained: ExplainForm | None = None) -> dict[str, Any]:
    """Return the page with a fixed number of queries; `form` and `explained` are forms to be shown again."""
    now = standing(row)
    order = exercises.order_for(row)
    kept = kept_now(now, shown=order.shown, awaits_test=order.awaits_test)
    return {
        **frame(row, current="hand-in", core=now.plan),
        **kept_context(kept, now.test),
        "obstacles": lines(row, kept, now.obstacles),
        "form": form or HandInForm(),
        "taken": [_taken(kept, one, explained) for one in now.suggestions],
        "earlier": list(submissions.all_of(row)),
        "same_as": submissions.same_as(row, now),
        "exercise": row.exercise,
        "is_closed": row.exercise is not None and not row.exercise.takes_hand_ins,
        "is_past_due": exercises.is_late(row.exercise, timezone.now()),
    }


def _taken(kept: Kept, one: TakenSuggestion, explained: ExplainForm | None) -> dict[str, Any]:
    """Return a suggestion that was taken and the form that asks why, as it was sent if it was."""
    again = explained if explained and explained.data.get("taken") == str(one.version) else None
    name = f"taken-{one.version}"
    initial = {"taken": one.version, "reason": one.reason}
    form = again or ExplainForm(initial=initial)
    form.auto_id = f"{name}-%s"
    return {"id": name, "about": where(kept, which_of(one)[1]), "choice": one.choice, "form": form}
