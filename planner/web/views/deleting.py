"""Deleting a plan: what goes with it is said first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from planner.services import plans
from planner.web.access import plan_for
from planner.web.contexts.frame import frame

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpRequest, HttpResponse


@require_http_methods(["GET", "HEAD", "POST"])
def delete_plan(request: HttpRequest, plan_id: UUID) -> HttpResponse:
    """Ask whether a plan shall go, and delete it; a form that is sent again finds it gone and says so."""
    if request.method != "POST":
        row = plan_for(request, plan_id)
        return render(request, "delete_plan.html", {**frame(), "plan": row, "held": plans.holdings(row)})
    try:
        row = plan_for(request, plan_id)
    except Http404:
        messages.info(request, "There is no such plan any more.")
    else:
        plans.delete(row)
        messages.success(request, f"“{row.title}” is deleted.")
    return redirect("my-plans")
