"""The Plan page as a whole: its name, its undo, what the checks suggest, and what the model says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.views.decorators.http import require_POST, require_safe

from planner.services import plans, suggestions
from planner.services import undo as undoing
from planner.services.outcome import Outcome
from planner.web.access import of_plan
from planner.web.edits import Told, carry_out, opened_by, page_answer, saved
from planner.web.forms.findings import ApplyForm, UndoForm
from planner.web.forms.once import EditForm
from planner.web.forms.whole import AboutForm

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from planner.models import Plan


@require_safe
@of_plan
def page(request: HttpRequest, row: Plan) -> HttpResponse:
    """Show the plan with its four parts; `?open=step-mail` opens a step for editing."""
    return page_answer(request, row, opened=opened_by(request))


@require_POST
@of_plan
def describe(request: HttpRequest, row: Plan) -> HttpResponse:
    """Change what the plan is called and what it is for."""
    return carry_out(request, row, AboutForm(request.POST), plans.describe, saved("plan-head"), name="plan")


@require_POST
@of_plan
def undo(request: HttpRequest, row: Plan) -> HttpResponse:
    """Take back what an earlier version changed."""
    return carry_out(request, row, UndoForm(request.POST), undoing.undo, lambda _: Told(text="Taken back."))


@require_POST
@of_plan
def apply(request: HttpRequest, row: Plan) -> HttpResponse:
    """Make a change that a finding suggests."""

    def told(outcome: Outcome) -> Told:
        return Told(text="Applied to the plan.", focus="findings-title", anchor="findings", undo_near="findings")

    return carry_out(request, row, ApplyForm(request.POST), suggestions.take_up, told)


@require_POST
@of_plan
def show_model(request: HttpRequest, row: Plan) -> HttpResponse:
    """Show what the model says before everything is judged, and note it."""

    def shown(row: Plan, *, version: int, key: str) -> Outcome:
        plans.show_model(row)
        return Outcome(version=version)

    return carry_out(
        request,
        row,
        EditForm(request.POST),
        shown,
        lambda _: Told(text="The page now shows all that the model says.", focus="findings-title", anchor="findings"),
    )
