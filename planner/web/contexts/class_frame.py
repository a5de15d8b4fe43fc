"""What every page of a class has around it for its staff: the places of the class, and keys for its forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse

from planner.services.classes.classrooms import Role
from planner.web.contexts.frame import new_key

if TYPE_CHECKING:
    from planner.models import Member

STAFF_PLACES = (("submissions", "Submissions"), ("class-picture", "Class picture"))
INSTRUCTOR_PLACES = (*STAFF_PLACES, ("exercise", "Exercise"), ("members", "Members"))
"""The places of those who teach by the name of their address; all belong to one class."""


def class_frame(member: Member, *, current: str = "") -> dict[str, Any]:
    """Return what base.html and the forms of a page of a class need; `current` is one of the places."""
    is_instructor = member.role == Role.INSTRUCTOR
    places = INSTRUCTOR_PLACES if is_instructor else STAFF_PLACES
    return {
        "classroom": member.classroom,
        "exercise": member.classroom.exercise,
        "is_instructor": is_instructor,
        "places": [_place(name, words, member, current=current) for name, words in places],
        "places_label": member.classroom.name,
        "new_key": new_key,
    }


def _place(name: str, words: str, member: Member, *, current: str) -> dict[str, Any]:
    href = reverse(name, args=[member.classroom_id])
    return {"href": href, "name": words, "done": False, "current": name == current}
