"""Who may see and change which plan; every view of a plan goes through `of_plan`."""

from __future__ import annotations

from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404

from planner.services import people, plans

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from uuid import UUID

    from django.http import HttpRequest, HttpResponse

    from planner.models import Person, Plan

BROWSER = "browser"
"""Where the session keeps the token of its browser; it stays the same when the session gets a new key."""


Rest = ParamSpec("Rest")
Found = TypeVar("Found")


def of_plan(view: Callable[Concatenate[HttpRequest, Plan, Rest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Hand a view the plan that `plan_id` of the address names; 404 if it is not this person's, or not there."""

    @wraps(view)
    def found(request: HttpRequest, plan_id: UUID, *args: Rest.args, **rest: Rest.kwargs) -> HttpResponse:
        return view(request, plan_for(request, plan_id), *args, **rest)

    return found


def plan_for(request: HttpRequest, plan_id: UUID) -> Plan:
    """Return a plan of the person in front of the browser; Http404 if it is not theirs, or not there."""
    return theirs(request, plans.find, plan_id)


def theirs(request: HttpRequest, find: Callable[[Person, UUID], Found], key: UUID) -> Found:
    """Return what a service finds for the person in front of the browser; Http404 if it finds nothing of theirs."""
    person = known_person(request)
    if person is None:
        raise Http404
    with or_404():
        return find(person, key)


@contextmanager
def or_404() -> Iterator[None]:
    """Say that there is nothing at an address where a service finds nothing."""
    try:
        yield
    except ObjectDoesNotExist:
        raise Http404 from None


def known_person(request: HttpRequest) -> Person | None:
    """Return who sits in front of the browser; None for one that has no plan and no account yet."""
    if request.user.is_authenticated:
        return people.signed_in(request.user)
    token = request.session.get(BROWSER)
    return people.browser(token) if token else None


def person_for(request: HttpRequest) -> Person:
    """Return who sits in front of the browser; one that is new is given a token, so that it can own plans."""
    person = known_person(request)
    if person is None:
        request.session[BROWSER] = people.new_token()
        person = people.browser(request.session[BROWSER])
    return person
