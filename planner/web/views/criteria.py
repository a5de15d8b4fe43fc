"""The rubric on the Exercise page: criteria are added, changed, moved and removed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from django.views.decorators.http import require_POST

from planner.services.classes import criteria
from planner.web.class_edits import carry_out
from planner.web.contexts.exercise_page import criterion_name
from planner.web.forms.exercise import CriterionForm
from planner.web.forms.once import KeyForm
from planner.web.staff_access import of_instructors
from planner.web.views.exercise import exercise_answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    from planner.models import Member


@require_POST
@of_instructors
def add(request: HttpRequest, member: Member) -> HttpResponse:
    """Add a criterion at the end."""
    form = CriterionForm(request.POST)
    return _edited(request, member, "criterion", form, lambda: criteria.add(member.classroom, **form.said()))


@require_POST
@of_instructors
def edit(request: HttpRequest, member: Member, criterion: int) -> HttpResponse:
    """Change a criterion."""
    form, name = CriterionForm(request.POST), criterion_name(criterion)
    return _edited(request, member, name, form, lambda: criteria.edit(member.classroom, criterion, **form.said()))


@require_POST
@of_instructors
def move_up(request: HttpRequest, member: Member, criterion: int) -> HttpResponse:
    """Move a criterion up."""
    return _moved(request, member, criterion, up=True)


@require_POST
@of_instructors
def move_down(request: HttpRequest, member: Member, criterion: int) -> HttpResponse:
    """Move a criterion down."""
    return _moved(request, member, criterion, up=False)


@require_POST
@of_instructors
def remove(request: HttpRequest, member: Member, criterion: int) -> HttpResponse:
    """Remove a criterion that no review has scored."""
    form = KeyForm(request.POST)
    return _edited(
        request, member, "rubric", form, lambda: criteria.remove(member.classroom, criterion), told="Removed."
    )


def _moved(request: HttpRequest, member: Member, criterion: int, *, up: bool) -> HttpResponse:
    form = KeyForm(request.POST)
    return _edited(
        request, member, "rubric", form, lambda: criteria.move(member.classroom, criterion, up=up), told="Moved."
    )


def _edited(
    request: HttpRequest, member: Member, name: str, form: KeyForm, act: Callable[[], Any], *, told: str = "Saved."
) -> HttpResponse:
    again = partial(exercise_answer, request, member, {name: form})
    return carry_out(request, member, form, act, page=again, to="exercise", anchor="rubric", told=told)
