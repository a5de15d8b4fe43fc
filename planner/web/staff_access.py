"""Who may look into which class; every view of a class for its staff goes through `of_staff`."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec

from django.http import Http404

from planner.services.classes import classrooms
from planner.services.classes.classrooms import STAFF, Role
from planner.web.access import or_404

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from django.http import HttpRequest
    from django.http.response import HttpResponseBase

    from planner.models import Member

Rest = ParamSpec("Rest")


def of_staff(
    view: Callable[Concatenate[HttpRequest, Member, Rest], HttpResponseBase], *, roles: tuple[Role, ...] = STAFF
) -> Callable[..., HttpResponseBase]:
    """Hand a view the membership of who asks in the class that `class_id` of the address names; 404 for the others.

    Its class and the exercise of that come with it, in the one query.
    """

    @wraps(view)
    def found(request: HttpRequest, class_id: UUID, *args: Rest.args, **rest: Rest.kwargs) -> HttpResponseBase:
        return view(request, staff_for(request, class_id, roles=roles), *args, **rest)

    return found


def of_instructors(
    view: Callable[Concatenate[HttpRequest, Member, Rest], HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """Hand a view the membership of an instructor, as `of_staff`; assistants get a 404 too."""
    return of_staff(view, roles=(Role.INSTRUCTOR,))


def staff_for(request: HttpRequest, class_id: UUID, *, roles: tuple[Role, ...] = STAFF) -> Member:
    """Return the membership of who asks in a class; Http404 unless it is one of these roles."""
    if not request.user.is_authenticated:
        raise Http404
    with or_404():
        return classrooms.staff_member(request.user, class_id, roles=roles)
