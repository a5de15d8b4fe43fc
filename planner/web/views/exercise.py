"""The Exercise page: what a class works on, and how learners come in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.views.decorators.http import require_safe

from planner.web.contexts.class_frame import class_frame
from planner.web.staff_access import of_staff

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from planner.models import Member


@require_safe
@of_staff
def page(request: HttpRequest, member: Member) -> HttpResponse:
    """Show the exercise of the class and what can be changed about it."""
    return render(request, "classes/exercise.html", class_frame(member, current="exercise"))
