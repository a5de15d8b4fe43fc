"""What a person does with the steps of a plan: add, change, order, remove, mark and guard them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.views.decorators.http import require_POST

from planner.services import checkpoints, risks, steps
from planner.services.outcome import Outcome
from planner.web.access import of_plan
from planner.web.edits import Told, carry_out, first_field, saved
from planner.web.forms.guards import GuardForm
from planner.web.forms.once import EditForm
from planner.web.forms.steps import MarkForm, NextStepForm, PlaceInOrderForm, StepForm

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from planner.models import Plan


@require_POST
@of_plan
def add(request: HttpRequest, row: Plan) -> HttpResponse:
    """Add a step at the end."""

    def told(outcome: Outcome) -> Told:
        text = f"Step {outcome.place} is added."
        return Told(
            text=text, focus=f"next-step-{(outcome.count or 0) + 1}-name", anchor="next-step", undo_near=outcome.id
        )

    return carry_out(request, row, NextStepForm(request.POST), steps.add, told, name="next-step")


@require_POST
@of_plan
def edit(request: HttpRequest, row: Plan, step: str) -> HttpResponse:
    """Change what is said of a step."""
    name = f"step-{step}"
    return carry_out(request, row, StepForm(request.POST), partial(steps.edit, step=step), saved(name), name=name)


@require_POST
@of_plan
def move_up(request: HttpRequest, row: Plan, step: str) -> HttpResponse:
    """Move a step before the one above it."""
    return carry_out(request, row, EditForm(request.POST), partial(steps.move_up, step=step), _moved)


@require_POST
@of_plan
def move_down(request: HttpRequest, row: Plan, step: str) -> HttpResponse:
    """Move a step behind the one below it."""
    return carry_out(request, row, EditForm(request.POST), partial(steps.move_down, step=step), _moved)


@require_POST
@of_plan
def move_to(request: HttpRequest, row: Plan, step: str) -> HttpResponse:
    """Move a step to a place."""
    return carry_out(request, row, PlaceInOrderForm(request.POST), partial(steps.move_to, step=step), _moved)


@require_POST
@of_plan
def remove(request: HttpRequest, row: Plan, step: str) -> HttpResponse:
    """Remove a step, with Undo."""
    near = request.POST.get("near", "")

    def told(outcome: Outcome) -> Told:
        return Told(text="The step is removed.", focus="undo-button", anchor="undo", opened="", undo_near=near)

    return carry_out(request, row, EditForm(request.POST), partial(steps.remove, step=step), told)


@require_POST
@of_plan
def restore(request: HttpRequest, row: Plan, step: str) -> HttpResponse:
    """Bring a removed step back."""
    told = Told(text="The step is back.", focus=f"step-{step}-name", anchor=f"step-{step}")
    return carry_out(request, row, EditForm(request.POST), partial(steps.restore, step=step), lambda _: told)


@require_POST
@of_plan
def mark(request: HttpRequest, row: Plan, step: str) -> HttpResponse:
    """Mark whether a step would happen again in the outside world."""
    act = partial(risks.mark, step=step)
    return carry_out(request, row, MarkForm(request.POST), act, saved(f"step-{step}"), name=f"mark-{step}")


@require_POST
@of_plan
def guard(request: HttpRequest, row: Plan, step: str) -> HttpResponse:
    """Choose what keeps an action from being repeated."""
    act = partial(risks.guard, step=step)
    return carry_out(request, row, GuardForm(request.POST), act, saved(f"step-{step}"), name=f"guard-{step}")


@require_POST
@of_plan
def place_after(request: HttpRequest, row: Plan, step: str) -> HttpResponse:
    """Place a checkpoint after a step, and open it."""
    return carry_out(request, row, EditForm(request.POST), partial(checkpoints.place, after=step), _placed)


@require_POST
@of_plan
def place_inside(request: HttpRequest, row: Plan, step: str) -> HttpResponse:
    """Place a checkpoint inside a step, and open it."""
    return carry_out(request, row, EditForm(request.POST), partial(checkpoints.place, inside=step), _placed)


def _moved(outcome: Outcome) -> Told:
    if not outcome.changed:
        return Told(text=f"Step {outcome.was} stays where it is.", anchor=f"step-{outcome.id}")
    text = f"Step {outcome.was} is now step {outcome.place} of {outcome.count}."
    return Told(text=text, anchor=f"step-{outcome.id}", undo_near=outcome.id)


def _placed(outcome: Outcome) -> Told:
    name = f"checkpoint-{outcome.id}"
    text = f"Checkpoint {outcome.id.upper()} is placed. Choose what is saved there."
    return Told(text=text, focus=first_field(name), anchor=name, opened=name)
