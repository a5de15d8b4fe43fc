"""A class under other assumptions: asked for by its instructor, worked off in the background, read and downloaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import StreamingHttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from planner.core.errors import PlanError
from planner.services.classes import class_jobs, cohort
from planner.services.classes.class_jobs import Work
from planner.web.contexts.cohort_page import cohort_page, cohort_result
from planner.web.forms.cohort import CohortForm
from planner.web.staff_access import of_instructors
from planner.web.views.downloads import done_job, name_of

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpRequest, HttpResponse
    from django.http.response import HttpResponseBase

    from planner.models import Member


@require_safe
@of_instructors
def page(request: HttpRequest, member: Member) -> HttpResponse:
    """Show the form."""
    return render(request, "classes/cohort.html", cohort_page(member))


@require_POST
@of_instructors
def start(request: HttpRequest, member: Member) -> HttpResponse:
    """Ask for it, and go to where background work is followed."""
    form = CohortForm(request.POST)
    if form.is_valid():
        try:
            class_jobs.start(member, Work.COHORT, key=form.once(), assumptions=form.assumptions())
        except PlanError as error:
            form.refuse(error)
        else:
            return redirect("downloads", class_id=member.classroom_id)
    return render(request, "classes/cohort.html", cohort_page(member, form), status=422)


@require_safe
@of_instructors
def result(request: HttpRequest, member: Member, key: UUID) -> HttpResponse:
    """Show what all hand-ins came to, before and after."""
    return render(request, "classes/cohort_result.html", cohort_result(member, done_job(member, key, Work.COHORT)))


@require_safe
@of_instructors
def file(request: HttpRequest, member: Member, key: UUID) -> HttpResponseBase:
    """Give every hand-in before and after as CSV."""
    job = done_job(member, key, Work.COHORT)
    disposition = f'attachment; filename="{name_of(member)}-assumptions.csv"'
    headers = {"Content-Disposition": disposition}
    return StreamingHttpResponse(cohort.file(job), content_type="text/csv; charset=utf-8", headers=headers)
