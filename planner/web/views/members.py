"""The Members page: roles, invitations, codes to come back, and the list of who is expected."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from planner.core.errors import PlanError
from planner.services.classes import members, roster
from planner.services.classes.once import once_in
from planner.web.access import or_404
from planner.web.class_edits import carry_out
from planner.web.contexts.members_page import members_page
from planner.web.forms.members import InviteForm, RoleForm, RosterForm
from planner.web.forms.once import KeyForm
from planner.web.privacy_gate import ungated
from planner.web.staff_access import of_instructors

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    from planner.models import Member


@require_safe
@of_instructors
def page(request: HttpRequest, member: Member) -> HttpResponse:
    """List the members and what can be done about them."""
    return _answer(request, member, status=200)


@require_POST
@of_instructors
def change_role(request: HttpRequest, member: Member, member_id: int) -> HttpResponse:
    """Give a member another role."""
    form, other = RoleForm(request.POST), _other(member, member_id)
    _refuse_own(form, member, member_id)
    return _edited(request, member, form, lambda: members.change_role(other, form.cleaned_data["role"]))


@require_POST
@of_instructors
def remove(request: HttpRequest, member: Member, member_id: int) -> HttpResponse:
    """Take a member out of the class."""
    form = KeyForm(request.POST)
    _refuse_own(form, member, member_id)

    def act() -> None:
        other = member.classroom.members.filter(pk=member_id).first()
        if other:
            members.remove(other)

    return _edited(request, member, form, act, told="Removed. Their plans stay with them.")


@never_cache
@require_POST
@of_instructors
def new_return_code(request: HttpRequest, member: Member, member_id: int) -> HttpResponse:
    """Show a guest's new code to come back, this once."""
    form, other = KeyForm(request.POST), _other(member, member_id)
    return _shown_once(request, member, form, lambda: {"code_of": other, "return_code": members.new_code_for(other)})


@never_cache
@require_POST
@of_instructors
def invite(request: HttpRequest, member: Member) -> HttpResponse:
    """Show a link by which one more instructor or assistant comes in, this once."""
    form = InviteForm(request.POST)

    def act() -> dict[str, Any]:
        role = form.cleaned_data["role"]
        invitation, token = members.invite(member.classroom, role=role, now=timezone.now())
        link = request.build_absolute_uri(reverse("invitation", args=[token]))
        return {"invitation": invitation, "invitation_link": link}

    return _shown_once(request, member, form, act, name="invite")


@ungated
@require_POST
@of_instructors
def preview_roster(request: HttpRequest, member: Member) -> HttpResponse:
    """Show what taking a list would do; nothing is taken yet."""
    form = RosterForm(request.POST, request.FILES)
    try:
        entries = roster.read_roster(form.content()) if form.is_valid() else []
    except PlanError as error:
        form.add_error(None, f"{f'In {error.path}: ' if error.path else ''}{error.problem}.")
    if not form.is_valid():
        return _answer(request, member, {"roster": form}, status=422)
    lines = roster.write_roster(entries)
    return _answer(request, member, status=200, preview=roster.preview(member.classroom, entries), lines=lines)


@ungated
@require_POST
@of_instructors
def take_roster(request: HttpRequest, member: Member) -> HttpResponse:
    """Expect the learners of a list."""
    form = RosterForm(request.POST)

    def act() -> None:
        members.import_roster(member.classroom, roster.read_roster(form.content()))

    told = "The list is taken. Who joins with a name on it is ticked off."
    return _edited(request, member, form, act, name="roster", anchor="roster", told=told)


def _refuse_own(form: KeyForm, member: Member, member_id: int) -> None:
    """Refuse a form by which instructors would lock themselves out."""
    if member_id == member.pk:
        form.add_error(None, "Your own place is changed by another instructor.")


def _other(member: Member, member_id: int) -> Member:
    """Return another member of the same class; Http404 if there is none with this number."""
    with or_404():
        return member.classroom.members.get(pk=member_id)


def _edited(
    request: HttpRequest,
    member: Member,
    form: KeyForm,
    act: Callable[[], Any],
    *,
    name: str = "members",
    anchor: str = "members",
    told: str = "Saved.",
) -> HttpResponse:
    again = partial(_answer, request, member, {name: form})
    return carry_out(request, member, form, act, page=again, to="members", anchor=anchor, told=told)


def _shown_once(
    request: HttpRequest, member: Member, form: KeyForm, act: Callable[[], dict[str, Any]], *, name: str = "members"
) -> HttpResponse:
    """Answer with what the act returns, which nobody can be shown again; the same form again leads to the page."""
    if not form.is_valid():
        return _answer(request, member, {name: form}, status=422)
    try:
        secret = once_in(member.classroom, act, key=form.once())
    except PlanError as error:
        form.refuse(error)
        return _answer(request, member, {name: form}, status=422)
    if secret is None:
        messages.info(request, "That was shown once. Make another if it is lost.")
        return redirect("members", class_id=member.classroom_id)
    return _answer(request, member, status=200, **secret)


def _answer(
    request: HttpRequest, member: Member, posted: dict[str, KeyForm] | None = None, *, status: int, **shown: Any
) -> HttpResponse:
    return render(request, "classes/members.html", members_page(member, posted=posted, **shown), status=status)
