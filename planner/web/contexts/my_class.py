"""The class of the person in front of the browser, in the head of every page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from planner.services.classes import classrooms
from planner.services.classes.classrooms import STAFF
from planner.web.access import known_person

if TYPE_CHECKING:
    from django.http import HttpRequest


def my_class(request: HttpRequest) -> dict[str, Any]:
    """Return the way to a person's class, which costs a query only where a page shows it."""
    return {"my_class": SimpleLazyObject(lambda: _way(request))}


def _way(request: HttpRequest) -> dict[str, str]:
    """Return the name and address of the class that a person came into last; those who teach have a list of them."""
    person = known_person(request)
    member = classrooms.memberships(person).first() if person else None
    if member is None:
        return {}
    if member.role in STAFF:
        return {"href": reverse("classes"), "name": "Classes"}
    return {"href": reverse("class", args=[member.classroom_id]), "name": member.classroom.name}
