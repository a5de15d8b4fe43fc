"""The Hand in page: what stands in the way, and the plan file to take away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.views.decorators.http import require_safe

from planner.web.access import of_plan
from planner.web.contexts.frame import frame

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from planner.models import Plan


@require_safe
@of_plan
def page(request: HttpRequest, row: Plan) -> HttpResponse:
    """Show the page."""
    return render(request, "hand_in.html", frame(row, current="hand-in"))
