"""Every edit of a class from form to answer: it acts once, says what it did, and keeps what was typed if it cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404
from django.shortcuts import redirect
from django.urls import reverse

from planner.core.errors import PlanError
from planner.services.classes.once import once_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    from planner.models import Member
    from planner.web.forms.once import KeyForm


def carry_out(
    request: HttpRequest,
    member: Member,
    form: KeyForm,
    act: Callable[[], Any],
    *,
    page: Callable[..., HttpResponse],
    to: str,
    anchor: str,
    told: str = "Saved.",
) -> HttpResponse:
    """Let `act` do what a form says, then go to the page called `to`; `page` shows a form that cannot be taken again.

    404 if the act names something that is not in this class.
    """
    if not form.is_valid():
        return page(status=422)
    try:
        once_in(member.classroom, act, key=form.once())
    except PlanError as error:
        form.refuse(error)
        return page(status=422)
    except ObjectDoesNotExist:
        raise Http404 from None
    messages.success(request, told)
    return redirect(f"{reverse(to, args=[member.classroom_id])}#{anchor}")
