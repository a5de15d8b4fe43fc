"""The files of a class: its gradebook, and what background work makes of its hand-ins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from planner.core.errors import PlanError
from planner.services.classes import class_jobs, gradebook
from planner.services.classes.class_jobs import JobStatus, Work
from planner.web.access import or_404
from planner.web.background import STOP, tell_stopped, tell_taken_up
from planner.web.contexts.downloads_page import downloads_page, jobs_part
from planner.web.forms.once import KeyForm
from planner.web.staff_access import of_instructors

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpRequest
    from django.http.response import HttpResponseBase

    from planner.models import Job, Member


@require_safe
@of_instructors
def page(request: HttpRequest, member: Member) -> HttpResponse:
    """Show what can be downloaded and what is under way."""
    return render(request, "classes/downloads.html", downloads_page(member))


@require_safe
@of_instructors
def jobs(request: HttpRequest, member: Member) -> HttpResponse:
    """Show what is under way; once nothing is, for the last time."""
    context = jobs_part(member)
    return render(request, "classes/jobs.html", context, status=200 if context["is_live"] else STOP)


@require_POST
@of_instructors
def start(request: HttpRequest, member: Member, work: str) -> HttpResponse:
    """Ask for background work."""
    form = KeyForm(request.POST)
    if work not in class_jobs.WITHOUT_MORE:
        raise Http404
    if not form.is_valid():
        return _refused(request, member, form)
    try:
        class_jobs.start(member, Work(work), key=form.once())
    except PlanError as error:
        form.refuse(error)
        return _refused(request, member, form)
    return redirect("downloads", class_id=member.classroom_id)


@require_POST
@of_instructors
def cancel(request: HttpRequest, member: Member, key: UUID) -> HttpResponse:
    """Stop a job."""
    with or_404():
        tell_stopped(request, stopped=class_jobs.cancel(member, key, now=timezone.now()))
    return redirect("downloads", class_id=member.classroom_id)


@require_POST
@of_instructors
def retry(request: HttpRequest, member: Member, key: UUID) -> HttpResponse:
    """Take up a job again."""
    with or_404():
        tell_taken_up(request, taken_up=class_jobs.retry(member, key))
    return redirect("downloads", class_id=member.classroom_id)


@require_safe
@of_instructors
def reports(request: HttpRequest, member: Member, key: UUID) -> HttpResponseBase:
    """Give the reports that a job has made, with the gradebook, as one ZIP."""
    job = done_job(member, key, Work.REPORTS)
    grades = [(f"gradebook-{name}.csv", gradebook.file(member, name)) for name in gradebook.PROGRAMS]
    disposition = f'attachment; filename="{name_of(member)}-reports.zip"'
    pieces = class_jobs.archive(job, grades)
    return StreamingHttpResponse(pieces, content_type="application/zip", headers={"Content-Disposition": disposition})


@require_safe
@of_instructors
def grades(request: HttpRequest, member: Member, program: str) -> HttpResponse:
    """Give the gradebook as a program imports it."""
    if program not in gradebook.PROGRAMS:
        raise Http404
    content = gradebook.file(member, program)
    disposition = f'attachment; filename="{name_of(member)}-{program}.csv"'
    return HttpResponse(content, content_type="text/csv; charset=utf-8", headers={"Content-Disposition": disposition})


def name_of(member: Member) -> str:
    """Return what the names of a class's files begin with."""
    return slugify(member.classroom.name)[:40].strip("-_") or "class"


def done_job(member: Member, key: UUID, work: Work) -> Job:
    """Return a job of this kind that is done; Http404 for every other."""
    with or_404():
        job = class_jobs.find(member, key)
    if job.kind != work or job.status != JobStatus.DONE:
        raise Http404
    return job


def _refused(request: HttpRequest, member: Member, form: KeyForm) -> HttpResponse:
    context = {**downloads_page(member), "mistakes": form.general_errors()}
    return render(request, "classes/downloads.html", context, status=422)
