"""The Test page: what happens to a run of this plan when it is interrupted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from planner.core.errors import PlanError
from planner.services import trials
from planner.web.access import of_plan
from planner.web.contexts.test import page_of
from planner.web.forms.test import RunForm
from planner.web.rate import Rate, whereabouts

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from planner.models import Plan

RUNS = Rate("test-runs", most=30, seconds=60)


@require_safe
@of_plan
def page(request: HttpRequest, row: Plan) -> HttpResponse:
    """Show the newest test, or ask for the first."""
    return render(request, "test.html", page_of(row))


@require_POST
@of_plan
def run(request: HttpRequest, row: Plan) -> HttpResponse:
    """Test the plan and show what came of it."""
    form = RunForm(request.POST)
    if not form.is_valid():
        return _again(request, row, form, status=422)
    if not RUNS.allows(whereabouts(request)):
        form.add_error(None, "That was many tests in one minute. Wait a minute, then run the next.")
        return _again(request, row, form, status=429)
    try:
        trials.run(row, **form.wanted())
    except PlanError as error:
        form.refuse(error)
        return _again(request, row, form, status=422)
    except trials.PlanHasMoved:
        form.add_error(None, "The plan has changed since this page was made. This is the plan now; test it again.")
        return _again(request, row, form, status=409)
    return redirect("test", plan_id=row.pk)


def _again(request: HttpRequest, row: Plan, form: RunForm, *, status: int) -> HttpResponse:
    """Show the form again, with what was said and why it did not do."""
    return render(request, "test.html", page_of(row, form=form), status=status)
