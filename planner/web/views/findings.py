"""Leaving a finding as it is, on the Plan page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.views.decorators.http import require_POST

from planner.services import acceptances
from planner.web.access import of_plan
from planner.web.edits import Told, carry_out
from planner.web.forms.acceptances import AcceptForm, FindingForm

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    from planner.models import Plan
    from planner.services.outcome import Outcome


@require_POST
@of_plan
def accept(request: HttpRequest, row: Plan) -> HttpResponse:
    """Leave a finding as it is, for a reason."""
    card = request.POST.get("card", "").replace("%", "%%")
    form = AcceptForm(request.POST, auto_id=f"finding-{card}-%s")
    return carry_out(request, row, form, acceptances.accept, _told("Accepted."), name=form.name)


@require_POST
@of_plan
def withdraw(request: HttpRequest, row: Plan) -> HttpResponse:
    """Let a finding stand in the way again."""
    return carry_out(request, row, FindingForm(request.POST), acceptances.withdraw, _told("No longer accepted."))


def _told(text: str) -> Callable[[Outcome], Told]:
    return lambda _: Told(text=text, focus="findings-title", anchor="findings", undo_near="findings")
