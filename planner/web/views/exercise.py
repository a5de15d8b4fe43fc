"""The Exercise page: what a class works on, and how learners come in."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from planner.core.errors import PlanError
from planner.services.classes import classrooms
from planner.web.class_edits import carry_out
from planner.web.contexts.exercise_page import exercise_page, join_path
from planner.web.forms.exercise import ClassForm, ClassInterruptionsForm, ExampleForm, ExerciseForm, JoiningForm
from planner.web.forms.once import KeyForm
from planner.web.staff_access import of_instructors

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    from planner.models import Member


@require_safe
@of_instructors
def page(request: HttpRequest, member: Member) -> HttpResponse:
    """Show the exercise of the class and what can be changed about it."""
    return exercise_answer(request, member, status=200)


@require_POST
@of_instructors
def edit(request: HttpRequest, member: Member) -> HttpResponse:
    """Change title, instructions, due date and switches."""
    form = ExerciseForm(request.POST)
    return _edited(
        request, member, "exercise", form, lambda: classrooms.edit_exercise(member.classroom, **form.changed())
    )


@require_POST
@of_instructors
def edit_class(request: HttpRequest, member: Member) -> HttpResponse:
    """Change the name of the class and how long it keeps work."""
    form = ClassForm(request.POST)
    return _edited(request, member, "class", form, lambda: classrooms.edit(member.classroom, **form.changed()))


@require_POST
@of_instructors
def interruptions(request: HttpRequest, member: Member) -> HttpResponse:
    """Say what interrupts new plans."""
    form = ClassInterruptionsForm(request.POST)
    return _edited(
        request,
        member,
        "interruptions",
        form,
        lambda: classrooms.edit_interruptions(member.classroom, **form.fields_said()),
    )


@require_POST
@of_instructors
def example(request: HttpRequest, member: Member) -> HttpResponse:
    """Take a plan file as the worked example."""
    form = ExampleForm(request.POST, request.FILES)
    content = form.content() if form.is_valid() else ""

    def act() -> None:
        try:
            classrooms.set_example(member.classroom, content)
        except PlanError as error:
            form.refuse_content(error, content)
            raise

    return _edited(request, member, "example", form, act)


@require_POST
@of_instructors
def joining(request: HttpRequest, member: Member) -> HttpResponse:
    """Open the class for new members, or close it."""
    form = JoiningForm(request.POST)
    return _edited(
        request,
        member,
        "joining",
        form,
        lambda: classrooms.edit(member.classroom, is_open=form.cleaned_data["is_open"]),
    )


@require_POST
@of_instructors
def renew_code(request: HttpRequest, member: Member) -> HttpResponse:
    """Give the class another join code."""
    form = KeyForm(request.POST)
    told = "There is a new join code. The old one lets nobody in any more."
    return _edited(request, member, "joining", form, lambda: classrooms.renew_join_code(member.classroom), told=told)


def exercise_answer(
    request: HttpRequest, member: Member, posted: dict[str, KeyForm] | None = None, *, status: int
) -> HttpResponse:
    """Answer with the page, with the forms that could not be taken as they were typed."""
    link = request.build_absolute_uri(join_path(member))
    return render(request, "classes/exercise.html", exercise_page(member, join_link=link, posted=posted), status=status)


def _edited(
    request: HttpRequest, member: Member, name: str, form: KeyForm, act: Callable[[], Any], *, told: str = "Saved."
) -> HttpResponse:
    again = partial(exercise_answer, request, member, {name: form})
    return carry_out(request, member, form, act, page=again, to="exercise", anchor=name, told=told)
