"""Coming into a class with its code, coming back with one's own, and taking up an invitation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from planner.core.errors import PlanError
from planner.services import plans
from planner.services.classes import members
from planner.web.access import BROWSER, known_person, person_for
from planner.web.contexts.frame import frame
from planner.web.forms.classes import NO_CLASS, NOBODY, CodeForm, ComeBackForm, EnterForm
from planner.web.forms.once import KeyForm
from planner.web.privacy_gate import ungated
from planner.web.rate import Rate, address_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from planner.models import Classroom, Person

JOINS = Rate("join", most=1_500, seconds=3_600)
"""A class of 300 comes in from one address; a code has 887 million fellows."""
COMEBACKS = Rate("come-back", most=60, seconds=300)
TOO_OFTEN = "That was tried too often from here. Wait a few minutes, then try again."
LEFT_BEHIND = "This browser has plans that no class and no account keeps. Tick the box to leave them, or sign in first."


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Ask for the code of a class."""
    if request.method != "POST":
        return _ask_code(request, CodeForm(), status=200)
    form = CodeForm(request.POST)
    if not form.is_valid():
        return _ask_code(request, form, status=422)
    if not JOINS.allows(address_of(request)):
        form.add_error("code", TOO_OFTEN)
        return _ask_code(request, form, status=429)
    classroom = members.find_open(form.cleaned_data["code"])
    if classroom is None:
        form.add_error("code", NO_CLASS)
        return _ask_code(request, form, status=422)
    return redirect("join-class", code=classroom.join_code)


@never_cache
@ungated
@require_http_methods(["GET", "HEAD", "POST"])
def join_class(request: HttpRequest, code: str) -> HttpResponse:
    """Ask what the class shall call the person, and let them in."""
    if not JOINS.allows(address_of(request)):
        return _ask_code(request, CodeForm(initial={"code": code}), status=429, too_often=TOO_OFTEN)
    classroom = members.find_open(code)
    if classroom is None:
        raise Http404
    known = known_person(request)
    if known and members.membership(known, classroom):
        return redirect("class", class_id=classroom.pk)
    if request.method != "POST":
        return _ask_name(request, classroom, EnterForm(), status=200)
    return _enter(request, classroom, EnterForm(request.POST))


@never_cache
@ungated
@require_http_methods(["GET", "HEAD", "POST"])
def come_back(request: HttpRequest) -> HttpResponse:
    """Let a guest go on in this browser, by the code that they were given."""
    if request.method != "POST":
        return _ask_return_code(request, ComeBackForm(), status=200)
    form = ComeBackForm(request.POST)
    if not form.is_valid():
        return _ask_return_code(request, form, status=422)
    if not COMEBACKS.allows(address_of(request)):
        form.add_error("code", TOO_OFTEN)
        return _ask_return_code(request, form, status=429)
    person = members.come_back(form.cleaned_data["code"])
    if person is None:
        form.add_error("code", NOBODY)
    elif _would_lose(request, person) and not form.cleaned_data["leave"]:
        form.add_error("leave", LEFT_BEHIND)
    else:
        _become(request, person)
        messages.success(request, "You are back. Here is what you have.")
        return redirect("my-plans")
    return _ask_return_code(request, form, status=422)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Let a signed-in person join the staff of a class, by a link that works once."""
    found = members.find_invitation(token, now=timezone.now())
    if found is None or not request.user.is_authenticated:
        return render(request, "classes/no_invitation.html", frame(), status=410)
    form = KeyForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            members.accept(found, request.user, now=timezone.now())
        except PlanError as error:
            form.refuse(error)
        else:
            return redirect("submissions", class_id=found.classroom_id)
    context = {**frame(), "invitation": found, "form": form}
    return render(request, "classes/invitation.html", context, status=422 if form.is_bound else 200)


def _enter(request: HttpRequest, classroom: Classroom, form: EnterForm) -> HttpResponse:
    if form.is_valid():
        try:
            joined = members.join(person_for(request), classroom, name=form.cleaned_data["name"])
        except PlanError as error:
            form.refuse(error)
        else:
            context = {**frame(), "member": joined.member, "return_code": joined.return_code, "is_new": True}
            return render(request, "classes/entered.html", context)
    return _ask_name(request, classroom, form, status=422)


def _would_lose(request: HttpRequest, person: Person) -> bool:
    """Whether this browser has plans of somebody else who could not come back to them."""
    here = known_person(request)
    if here is None or here.user or here == person:
        return False
    return plans.visible_to(here).exists() and not members.can_come_back(here)


def _become(request: HttpRequest, person: Person) -> None:
    """Let the browser be the guest's; with an account, what the guest has belongs to the account from now on."""
    if request.user.is_authenticated:
        plans.adopt(person.session_token, request.user)
    else:
        request.session.cycle_key()
        request.session[BROWSER] = person.session_token


def _ask_code(request: HttpRequest, form: CodeForm, *, status: int, too_often: str = "") -> HttpResponse:
    return _rendered(request, "join", {"form": form, "too_often": too_often}, status)


def _ask_name(request: HttpRequest, classroom: Classroom, form: EnterForm, *, status: int) -> HttpResponse:
    return _rendered(request, "enter", {"form": form, "classroom": classroom}, status)


def _ask_return_code(request: HttpRequest, form: ComeBackForm, *, status: int) -> HttpResponse:
    asks_to_leave = "leave" in form.errors
    return _rendered(request, "come_back", {"form": form, "asks_to_leave": asks_to_leave}, status)


def _rendered(request: HttpRequest, name: str, context: dict[str, Any], status: int) -> HttpResponse:
    return render(request, f"classes/{name}.html", {**frame(), **context}, status=status)
