"""The Hand in page: what stands in the way, what is handed in, and handing it in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from planner.core.errors import PlanError
from planner.services import submissions, suggestions
from planner.services.outcome import Conflict, NotInPlan
from planner.services.trials import PlanHasMoved
from planner.web.access import of_plan
from planner.web.contexts.hand_in import hand_in_page
from planner.web.forms.hand_in import ExplainForm, HandInForm

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from planner.models import Plan

MOVED = "The plan has changed since this page was made. This is what you would hand in now; look at it once more."


@require_safe
@of_plan
def page(request: HttpRequest, row: Plan) -> HttpResponse:
    """Show what would be handed in and what stands in the way."""
    return render(request, "hand_in.html", hand_in_page(row))


@require_POST
@of_plan
def send(request: HttpRequest, row: Plan) -> HttpResponse:
    """Hand the plan in, or say what stands in the way."""
    form = HandInForm(request.POST)
    if not form.is_valid():
        return _again(request, row, form, status=422)
    try:
        handed_in = submissions.hand_in(row, **form.wanted())
    except submissions.Closed:
        return _again(request, row, form, status=409)
    except submissions.NotReady:
        return _again(request, row, form, status=422)
    except submissions.NothingNew as told:
        form.add_error(None, f"This is what you handed in as number {told.last.number}. Change something first.")
        return _again(request, row, form, status=409)
    except PlanHasMoved:
        form.add_error(None, MOVED)
        return _again(request, row, form, status=409)
    messages.success(request, "Handed in. This version stays as it is; you can go on with your plan.")
    return redirect("handed-in", plan_id=row.pk, number=handed_in.number)


@require_POST
@of_plan
def explain(request: HttpRequest, row: Plan) -> HttpResponse:
    """Say why a suggestion was taken."""
    form = ExplainForm(request.POST)
    if form.is_valid():
        try:
            suggestions.explain(row, **form.edit())
        except PlanError as error:
            form.refuse(error)
        except Conflict as conflict:
            theirs = conflict.differences[0].theirs
            form.add_error("reason", f"Another tab has saved “{theirs}” meanwhile. Send yours again to replace it.")
            return _explain_again(request, row, form, status=409)
        except NotInPlan:
            raise Http404 from None
        else:
            messages.success(request, "Saved.")
            return redirect("hand-in", plan_id=row.pk)
    return _explain_again(request, row, form, status=422)


def _again(request: HttpRequest, row: Plan, form: HandInForm, *, status: int) -> HttpResponse:
    """Show the page again with what stands in the way at its top."""
    return render(request, "hand_in.html", {**hand_in_page(row, form=form), "pressed": True}, status=status)


def _explain_again(request: HttpRequest, row: Plan, form: ExplainForm, *, status: int) -> HttpResponse:
    """Show the page again with what was typed and why it did not do."""
    return render(request, "hand_in.html", hand_in_page(row, explained=form), status=status)
