"""Plan files in and out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from planner.bridge import core_plan
from planner.core.errors import PlanError
from planner.core.planfile import write_plan
from planner.services import exercises, plans
from planner.services.classes import classrooms
from planner.web.access import of_plan, person_for, theirs
from planner.web.contexts.frame import frame
from planner.web.forms.plan_file import PlanFileForm
from planner.web.rate import Rate, person_in

if TYPE_CHECKING:
    from django.http import HttpRequest

    from planner.models import Exercise, Person, Plan

IMPORTS = Rate("imports", most=30, seconds=600)
_LONGEST_NAME = 60


@require_http_methods(["GET", "HEAD", "POST"])
def import_plan(request: HttpRequest) -> HttpResponse:
    """Start a plan from a plan file."""
    if request.method != "POST":
        return _form(request, PlanFileForm(initial={"classroom": request.GET.get("class", "")}), status=200)
    form = PlanFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _form(request, form, status=422)
    if not IMPORTS.allows(person_in(request)):
        form.add_error(None, "That were many files in a few minutes. Wait a little, then send the next.")
        return _form(request, form, status=429)
    content, person = form.content(), person_for(request)
    try:
        row = plans.import_file(person, content, key=form.once(), exercise=_exercise(request, form, person))
    except PlanError as error:
        form.refuse_content(error, content)
        return _form(request, form, status=422)
    return redirect("plan", plan_id=row.pk)


@require_safe
@of_plan
def download(request: HttpRequest, row: Plan) -> HttpResponse:
    """Give the plan as a plan file."""
    name = slugify(row.title)[:_LONGEST_NAME].strip("-_") or "plan"
    answer = HttpResponse(write_plan(core_plan(row)), content_type="application/json; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return answer


def _exercise(request: HttpRequest, form: PlanFileForm, person: Person) -> Exercise | None:
    """Return the exercise that a plan is for; Http404 if the form names a class that the person is not in."""
    named = form.cleaned_data["classroom"]
    return theirs(request, classrooms.member, named).classroom.exercise if named else exercises.of(person)


def _form(request: HttpRequest, form: PlanFileForm, *, status: int) -> HttpResponse:
    return render(request, "import_plan.html", {**frame(), "form": form}, status=status)
