"""Sweeps of a plan: asked for on their page, followed, stopped, and taken up again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from planner.core.errors import PlanError
from planner.services import sweeps
from planner.services.trials import PlanHasMoved
from planner.web.access import of_plan, or_404
from planner.web.background import STOP, tell_stopped, tell_taken_up
from planner.web.contexts.sweep_page import AskedSweep, asked_sweep, sweep_page, sweep_part
from planner.web.forms.sweep import SweepForm
from planner.web.rate import Rate, person_in

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpRequest, HttpResponse

    from planner.models import Plan

SWEEPS = Rate("sweeps", most=20, seconds=60)
_TOO_MANY = "That was many sweeps in one minute. Wait a minute, then ask for the next."
_MOVED = "The plan has changed since this page was made. This is the plan now; ask again to sweep it."


@require_safe
@vary_on_headers("HX-Target")
@of_plan
def page(request: HttpRequest, row: Plan) -> HttpResponse:
    """Show a sweep, and the form for another; the part with the sweep asks for itself until it is done."""
    asked = asked_sweep(request.GET)
    if request.headers.get("HX-Target") == "sweep":
        part = sweep_part(row, asked)
        return render(request, "test/sweep.html", part, status=200 if part["is_live"] else STOP)
    return render(request, "sweep.html", sweep_page(row, asked))


@require_POST
@of_plan
def start(request: HttpRequest, row: Plan) -> HttpResponse:
    """Ask for a sweep, and go to what came of it."""
    form = SweepForm(request.POST)
    if not form.is_valid():
        return _refused(request, row, form, status=422)
    if not SWEEPS.allows(person_in(request)):
        form.add_error(None, _TOO_MANY)
        return _refused(request, row, form, status=429)
    try:
        job = sweeps.ask(row, version=form.cleaned_data["version"], key=form.once(), wanted=form.wanted())
    except PlanError as error:
        form.refuse(error)
        return _refused(request, row, form, status=422)
    except PlanHasMoved:
        form.add_error(None, _MOVED)
        return _refused(request, row, form, status=409)
    return redirect(_address(row, job.key))


@require_POST
@of_plan
def cancel(request: HttpRequest, row: Plan, key: UUID) -> HttpResponse:
    """Stop a sweep."""
    with or_404():
        tell_stopped(request, stopped=sweeps.cancel(row, key, now=timezone.now()))
    return redirect(_address(row, key))


@require_POST
@of_plan
def retry(request: HttpRequest, row: Plan, key: UUID) -> HttpResponse:
    """Take up a sweep again."""
    try:
        with or_404():
            tell_taken_up(request, taken_up=sweeps.retry(row, key))
    except PlanError as error:
        messages.error(request, f"What is possible: {error.problem}.")
    return redirect(_address(row, key))


def _address(row: Plan, key: UUID) -> str:
    return f"{reverse('sweep', args=[row.pk])}?sweep={key}"


def _refused(request: HttpRequest, row: Plan, form: SweepForm, *, status: int) -> HttpResponse:
    return render(request, "sweep.html", sweep_page(row, AskedSweep(), form), status=status)
