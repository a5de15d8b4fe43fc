"""What a person does with the variables that a run carries along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.views.decorators.http import require_POST

from planner.services import state
from planner.services.outcome import Outcome
from planner.web.access import of_plan
from planner.web.contexts.resume import variable_id
from planner.web.edits import Told, carry_out
from planner.web.forms.state import NamedVariableForm, NewVariableForm, VariableForm, VariableNameForm

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from planner.models import Plan


@require_POST
@of_plan
def add(request: HttpRequest, row: Plan) -> HttpResponse:
    """Describe something that is there from the start."""

    told = Told(text="It is added.", focus="variable-add", anchor="variables", undo_near="variables")
    return carry_out(request, row, NewVariableForm(request.POST), state.add, lambda _: told, name="new-variable")


@require_POST
@of_plan
def edit(request: HttpRequest, row: Plan) -> HttpResponse:
    """Change what is said of a variable."""
    name = variable_id(request.POST.get("variable", ""))
    return carry_out(request, row, VariableForm(request.POST), state.edit, lambda _: Told(anchor=name), name=name)


@require_POST
@of_plan
def rename(request: HttpRequest, row: Plan) -> HttpResponse:
    """Call a variable something else, wherever it is named."""
    name = variable_id(request.POST.get("variable", ""))

    def told(outcome: Outcome) -> Told:
        now = variable_id(outcome.id)
        return Told(text="It has its new name everywhere.", anchor=now, opened=now, focus=f"{now}-rename-name")

    return carry_out(request, row, VariableNameForm(request.POST), state.rename, told, name=f"rename-{name}")


@require_POST
@of_plan
def remove(request: HttpRequest, row: Plan) -> HttpResponse:
    """Remove what is said of a variable, with Undo."""
    told = Told(text="It is removed.", focus="undo-button", anchor="undo", opened="", undo_near="variables")
    return carry_out(request, row, NamedVariableForm(request.POST), state.remove, lambda _: told)


@require_POST
@of_plan
def restore(request: HttpRequest, row: Plan) -> HttpResponse:
    """Bring what was said of a variable back."""
    told = Told(text="It is back.", anchor="variables")
    return carry_out(request, row, NamedVariableForm(request.POST), state.restore, lambda _: told)
