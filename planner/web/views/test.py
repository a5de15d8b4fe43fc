"""The Test page: what happens to a run of this plan when it is interrupted."""

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
    return render(request, "test.html", frame(row, current="test"))
