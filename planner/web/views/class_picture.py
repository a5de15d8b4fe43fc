"""The Class picture page: live while the class works, and one run at a time to talk about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from planner.web.access import or_404
from planner.web.background import STOP
from planner.web.contexts.class_picture import MOST_POLLS, picture_page, run_page
from planner.web.forms.play import asked_for
from planner.web.staff_access import of_staff

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpRequest, HttpResponse

    from planner.models import Member


@require_safe
@of_staff
def page(request: HttpRequest, member: Member) -> HttpResponse:
    """Show the class at a glance."""
    return render(request, "classes/picture.html", picture_page(member))


@require_safe
@of_staff
def live(request: HttpRequest, member: Member) -> HttpResponse:
    """Show what has changed; after an hour, for the last time."""
    asked = request.GET.get("polls", "0")
    polls = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 7 else 0
    context = picture_page(member, polls=polls)
    return render(request, "classes/picture_live.html", context, status=200 if polls < MOST_POLLS else STOP)


@require_safe
@vary_on_headers("HX-Target")
@of_staff
def run(request: HttpRequest, member: Member, submission_id: UUID) -> HttpResponse:
    """Show one run, moment by moment."""
    part = request.headers.get("HX-Target") == "player"
    with or_404():
        context = run_page(member, submission_id, asked_for(request.GET))
    return render(request, "test/player.html" if part else "classes/run.html", context)
