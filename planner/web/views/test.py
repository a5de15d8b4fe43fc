"""The Test page: what happens to a run of this plan when it is interrupted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from planner.bridge import core_plan
from planner.core.errors import PlanError
from planner.core.trying.alternative import worst_action
from planner.services import trials
from planner.web.access import of_plan
from planner.web.contexts.test import page_of, player_of, witness_of
from planner.web.forms.play import NOTHING, asked_for
from planner.web.forms.test import PredictForm, RunForm
from planner.web.rate import Rate, person_in

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from planner.models import Plan

RUNS = Rate("test-runs", most=30, seconds=60)
_TOO_MANY = "That was many tests in one minute. Wait a minute, then run the next."
_MOVED = "The plan has changed since this page was made. This is the plan now; test it again."


@require_safe
@vary_on_headers("HX-Target")
@of_plan
def page(request: HttpRequest, row: Plan) -> HttpResponse:
    """Show the newest test, or ask for the first; with `?cut=`, the run that is stopped there."""
    asked, part = asked_for(request.GET), request.headers.get("HX-Target") == "player"
    if asked.cuts_ms:
        return render(request, "test/player.html" if part else "test/witness.html", witness_of(row, asked))
    if part and (opened := player_of(row, asked)):
        return render(request, "test/player.html", opened)
    return render(request, "test.html", page_of(row, asked))


@require_POST
@of_plan
def predict(request: HttpRequest, row: Plan) -> HttpResponse:
    """Keep what is expected, test the plan, and show both."""
    return _run(request, row, PredictForm(request.POST, worst=worst_action(core_plan(row)), auto_id="ask_%s"), "ask")


@require_POST
@of_plan
def run(request: HttpRequest, row: Plan) -> HttpResponse:
    """Test the plan again and show what came of it."""
    return _run(request, row, RunForm(request.POST, auto_id="again_%s"), "again")


def _run(request: HttpRequest, row: Plan, form: RunForm, name: str) -> HttpResponse:
    status = 422
    if form.is_valid():
        if not RUNS.allows(person_in(request)):
            form.add_error(None, _TOO_MANY)
            status = 429
        else:
            try:
                trials.run(row, **form.wanted())
            except PlanError as error:
                form.refuse(error)
            except trials.PlanHasMoved:
                form.add_error(None, _MOVED)
                status = 409
            else:
                return redirect("test", plan_id=row.pk)
    return render(request, "test.html", page_of(row, NOTHING, refused=form, **{name: form}), status=status)
