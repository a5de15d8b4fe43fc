"""The classes of a person: those they teach, those they learn in, and opening one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from planner.core.errors import PlanError
from planner.services import plans
from planner.services.classes import classrooms, members
from planner.services.classes.classrooms import STAFF
from planner.services.classes.once import once_in
from planner.web.access import known_person, person_for, theirs
from planner.web.contexts.class_page import class_page
from planner.web.contexts.frame import frame
from planner.web.forms.classes import CodeForm, NewClassForm
from planner.web.forms.once import KeyForm
from planner.web.forms.start import NewPlanForm

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpRequest, HttpResponse

    from planner.models import Member


@require_safe
def classes(request: HttpRequest) -> HttpResponse:
    """List the classes of the person in front of the browser, and the ways into one."""
    return _list(request, NewClassForm(), status=200)


@require_POST
@login_required
def new_class(request: HttpRequest) -> HttpResponse:
    """Open a class."""
    form = NewClassForm(request.POST)
    if form.is_valid() and request.user.is_authenticated:
        try:
            classroom = classrooms.create(request.user, **form.start())
        except PlanError as error:
            form.refuse(error)
        else:
            return redirect("exercise", class_id=classroom.pk)
    return _list(request, form, status=422)


@require_safe
def page(request: HttpRequest, class_id: UUID) -> HttpResponse:
    """Show a learner what the class works on; those who teach it go to what was handed in."""
    member = _member(request, class_id)
    if member.role in STAFF:
        return redirect("submissions", class_id=class_id)
    return _page(request, member, NewPlanForm(), status=200)


@require_POST
def new_plan(request: HttpRequest, class_id: UUID) -> HttpResponse:
    """Start an empty plan for the exercise of this class."""
    member, form = _member(request, class_id), NewPlanForm(request.POST)
    if form.is_valid():
        try:
            row = plans.create(person_for(request), exercise=member.classroom.exercise, **form.start())
        except PlanError as error:
            form.refuse(error)
        else:
            return redirect("plan", plan_id=row.pk)
    return _page(request, member, form, status=422)


@never_cache
@require_POST
def new_code(request: HttpRequest, class_id: UUID) -> HttpResponse:
    """Give a guest another code to come back, and show it this once."""
    member, form = _member(request, class_id), KeyForm(request.POST)
    try:
        code = (
            once_in(member.classroom, lambda: members.new_code_for(member), key=form.once()) if form.is_valid() else ""
        )
    except PlanError as error:
        form.refuse(error)
        code = ""
    if code is None:
        messages.info(request, "The code was shown once. Make another if it is lost.")
        return redirect("class", class_id=class_id)
    if not code:
        messages.error(request, form.general_errors()[0])
        return _page(request, member, NewPlanForm(), status=422)
    return render(request, "classes/entered.html", {**frame(), "member": member, "return_code": code})


def _member(request: HttpRequest, class_id: UUID) -> Member:
    """Return how the person in front of the browser takes part in a class; Http404 if they do not."""
    return theirs(request, classrooms.member, class_id)


def _page(request: HttpRequest, member: Member, form: NewPlanForm, *, status: int) -> HttpResponse:
    return render(request, "classes/class.html", class_page(person_for(request), member, form), status=status)


def _list(request: HttpRequest, form: NewClassForm, *, status: int) -> HttpResponse:
    person = known_person(request)
    mine = list(classrooms.memberships(person)) if person else []
    context: dict[str, Any] = {
        **frame(),
        "taught": [one for one in mine if one.role in STAFF],
        "attended": [one for one in mine if one.role not in STAFF],
        "form": form,
        "code_form": CodeForm(auto_id="join-%s"),
    }
    return render(request, "classes/list.html", context, status=status)
