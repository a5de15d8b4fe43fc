"""The Report page: the report on a plan and on a hand-in, its files, and sharing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from planner.core.errors import PlanError
from planner.exports.formats import FORMATS
from planner.services import plans, report_links, reports, submissions
from planner.services.trials import PlanHasMoved
from planner.web.access import of_plan, or_404
from planner.web.contexts.report import handed_in_page, may_be_seen, report_page, too_early_page
from planner.web.forms.report import ShareForm
from planner.web.rate import Rate, person_in

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpRequest

    from planner.core.report import Report
    from planner.models import Plan, Submission

FILES = Rate("report-files", most=60, seconds=60)
TOO_MANY = "That was many reports in one minute. Wait a minute, then load the next."
MOVED = "The plan has changed since this page was made. This is the report now; look at it before you share it."


@require_safe
@of_plan
def page(request: HttpRequest, row: Plan) -> HttpResponse:
    """Show the report on the plan as it is, once that gives nothing away."""
    if not may_be_seen(row):
        return render(request, "report/too_early.html", too_early_page(row))
    return render(request, "report/page.html", report_page(row, reports.on_plan(row), request))


@require_POST
@of_plan
def show_model(request: HttpRequest, row: Plan) -> HttpResponse:
    """Show the report before everything is judged, and note it."""
    plans.show_model(row)
    return redirect("report", plan_id=row.pk)


@require_safe
@of_plan
def file(request: HttpRequest, row: Plan, name: str) -> HttpResponse:
    """Give the report as a file."""
    if not may_be_seen(row):
        return redirect("report", plan_id=row.pk)
    return answer(request, name, reports.on_plan(row))


@require_safe
@of_plan
def handed_in(request: HttpRequest, row: Plan, number: int) -> HttpResponse:
    """Show the report on a hand-in."""
    report = reports.on_hand_in(_submission(row, number))
    return render(request, "report/handed_in.html", handed_in_page(row, report, number))


@require_safe
@of_plan
def handed_in_file(request: HttpRequest, row: Plan, number: int, name: str) -> HttpResponse:
    """Give the report on a hand-in as a file."""
    return answer(request, name, reports.on_hand_in(_submission(row, number)))


@require_POST
@of_plan
def share(request: HttpRequest, row: Plan) -> HttpResponse:
    """Make a link to the report as it is."""
    form = ShareForm(request.POST)
    if not form.is_valid():
        return _again(request, row, form, status=422)
    if not may_be_seen(row):
        return redirect("report", plan_id=row.pk)
    try:
        report_links.make(row, **form.wanted())
    except PlanError as error:
        form.add_error(None, f"What is possible: {error.problem}.")
        return _again(request, row, form, status=422)
    except PlanHasMoved:
        form.add_error(None, MOVED)
        return _again(request, row, form, status=409)
    messages.success(request, "The link is made. Whoever has it can read this report, and nothing else.")
    return redirect("report", plan_id=row.pk)


@require_POST
@of_plan
def unshare(request: HttpRequest, row: Plan, link_id: UUID) -> HttpResponse:
    """Take a link back."""
    with or_404():
        report_links.take_back(row, link_id)
    messages.success(request, "The link is taken back. It leads nowhere now.")
    return redirect("report", plan_id=row.pk)


def answer(request: HttpRequest, name: str, report: Report) -> HttpResponse:
    """Return a report as a file to keep; Http404 for a format that there is none of."""
    if name not in FORMATS:
        raise Http404
    if not FILES.allows(person_in(request)):
        return HttpResponse(TOO_MANY, status=429, content_type="text/plain; charset=utf-8")
    wanted = FORMATS[name]
    disposition = f'attachment; filename="{wanted.file_name(report)}"'
    return HttpResponse(
        wanted.document(report), content_type=wanted.media_type, headers={"Content-Disposition": disposition}
    )


def _submission(row: Plan, number: int) -> Submission:
    with or_404():
        return submissions.find(row, number)


def _again(request: HttpRequest, row: Plan, form: ShareForm, *, status: int) -> HttpResponse:
    """Show the page again with why no link was made."""
    if not may_be_seen(row):
        return render(request, "report/too_early.html", too_early_page(row), status=status)
    return render(
        request, "report/page.html", report_page(row, reports.on_plan(row), request, form=form), status=status
    )
