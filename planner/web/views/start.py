"""The way in: what this is, the example, and one's own plans."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from planner.core.errors import PlanError
from planner.services import examples, exercises, feedback, plans
from planner.web.access import known_person, person_for
from planner.web.contexts.frame import frame
from planner.web.forms.once import KeyForm
from planner.web.forms.start import NewPlanForm

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """Say what this is, and offer three ways to begin."""
    return render(request, "front.html", _start(request))


@require_safe
def my_plans(request: HttpRequest) -> HttpResponse:
    """List the plans of the person in front of the browser."""
    return render(request, "my_plans.html", _start(request))


@require_POST
def new_plan(request: HttpRequest) -> HttpResponse:
    """Start an empty plan."""
    form = NewPlanForm(request.POST)
    if form.is_valid():
        person = person_for(request)
        try:
            row = plans.create(person, exercise=exercises.of(person), **form.start())
        except PlanError as error:
            form.refuse(error)
        else:
            return redirect("plan", plan_id=row.pk)
    return render(request, "front.html", _start(request, form), status=422)


@require_POST
def copy_example(request: HttpRequest) -> HttpResponse:
    """Give the person a copy of the worked example."""
    form = KeyForm(request.POST)
    if not form.is_valid():
        return redirect("example")
    row = examples.copy(person_for(request), key=form.once())
    return redirect("plan", plan_id=row.pk)


def _start(request: HttpRequest, form: NewPlanForm | None = None) -> dict[str, Any]:
    person = known_person(request)
    mine = feedback.with_standing(plans.visible_to(person)) if person else []
    return {**frame(), "mine": mine, "form": form or NewPlanForm()}
