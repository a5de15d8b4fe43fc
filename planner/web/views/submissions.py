"""The Submissions page: what a class has handed in, and who reviews what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from planner.core.errors import PlanError
from planner.services.classes import assigning, queue
from planner.web.contexts.submissions_page import NAMES, shared_out, submissions_page
from planner.web.forms.sharing import AssignForm, DivideForm
from planner.web.quantities import counted
from planner.web.staff_access import of_instructors, of_staff

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from planner.models import Member

NO_NAMES = "This class is reviewed without names."


@require_safe
@of_staff
def page(request: HttpRequest, member: Member) -> HttpResponse:
    """Show a page of the queue."""
    return render(request, "classes/submissions.html", submissions_page(request, member))


@require_POST
@of_staff
def show_names(request: HttpRequest, member: Member) -> HttpResponse:
    """Show this reviewer the learners' names in this class, or numbers again."""
    shown = set(request.session.get(NAMES, []))
    this = str(member.classroom_id)
    if request.POST.get("names") != "show":
        shown.discard(this)
    elif member.classroom.names_allowed:
        shown.add(this)
    else:
        messages.error(request, NO_NAMES)
    request.session[NAMES] = sorted(shown)
    return _back(request, member)


@require_POST
@of_instructors
def allow_names(request: HttpRequest, member: Member) -> HttpResponse:
    """Say whether those who review in this class may see names."""
    queue.allow_names(member, allowed=request.POST.get("allowed") == "yes")
    messages.success(request, "Saved.")
    return _back(request, member)


@require_POST
@of_instructors
def divide(request: HttpRequest, member: Member) -> HttpResponse:
    """Share out evenly what is to be reviewed and is nobody's."""
    form = DivideForm(request.POST)
    if not form.is_valid():
        return _again(request, member, form.mistakes())
    try:
        number = assigning.divide(member, among=form.cleaned_data["among"], now=timezone.now())
    except PlanError as error:
        return _again(request, member, (f"What is possible: {error.problem}.",))
    messages.success(request, shared_out(number))
    return _back(request, member)


@require_POST
@of_instructors
def assign(request: HttpRequest, member: Member) -> HttpResponse:
    """Give the hand-ins that are ticked to one of the staff, or to nobody."""
    form = AssignForm(request.POST)
    if not form.is_valid():
        return _again(request, member, form.mistakes())
    try:
        number = assigning.assign(member, **form.wanted())
    except PlanError as error:
        return _again(request, member, (f"What is possible: {error.problem}.",))
    messages.success(request, f"{counted(number, 'hand-in')} changed.")
    return _back(request, member)


def _again(request: HttpRequest, member: Member, mistakes: tuple[str, ...]) -> HttpResponse:
    context = submissions_page(request, member, mistakes=mistakes)
    return render(request, "classes/submissions.html", context, status=422)


def _back(request: HttpRequest, member: Member) -> HttpResponse:
    """Go back to where the form was, if that is on this site."""
    here = request.POST.get("here", "")
    if here and url_has_allowed_host_and_scheme(here, allowed_hosts=None):
        return HttpResponseRedirect(here)
    return redirect("submissions", class_id=member.classroom_id)
