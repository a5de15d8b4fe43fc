"""The Feedback page: what was handed in, as it was, and what was said about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from planner.services import submissions
from planner.web.access import of_plan, or_404
from planner.web.contexts.feedback import feedback_page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from planner.models import Plan


@require_safe
@of_plan
def newest(request: HttpRequest, row: Plan) -> HttpResponse:
    """Go to the newest hand-in; before the first, to where one is made."""
    last = submissions.latest(row)
    return redirect("handed-in", plan_id=row.pk, number=last.number) if last else redirect("hand-in", plan_id=row.pk)


@require_safe
@of_plan
def page(request: HttpRequest, row: Plan, number: int) -> HttpResponse:
    """Show one hand-in and its reviews."""
    with or_404():
        handed_in = submissions.find(row, number)
    return render(request, "feedback.html", feedback_page(row, handed_in))
