"""The Example page: four screens, each at its own address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from planner.core.errors import PlanError
from planner.services import walkthrough
from planner.services.own_words import TextHasMoved
from planner.services.walkthrough import SCREENS, Screen
from planner.web.access import known_person, person_for
from planner.web.contexts.example import example_page, href_of
from planner.web.forms.example import ExplainExampleForm

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_safe
def page(request: HttpRequest, number: int = 1) -> HttpResponse:
    """Show one screen."""
    return render(request, "example.html", example_page(known_person(request), _screen(number)))


@require_POST
def answer(request: HttpRequest, number: int) -> HttpResponse:
    """Keep the answer to a screen, and show the model answer beside it."""
    screen, form = _screen(number), ExplainExampleForm(request.POST)
    theirs = ""
    if request.POST.get("keep") == "there":
        return redirect(f"{href_of(number)}#prompt")
    if form.is_valid():
        try:
            walkthrough.answer(person_for(request), screen=screen, **form.said())
        except PlanError as error:
            form.refuse(error)
        except TextHasMoved as moved:
            theirs = moved.theirs
        else:
            return redirect(f"{href_of(number)}#model-answer")
    context = example_page(known_person(request), screen, form=form, theirs=theirs)
    return render(request, "example.html", context, status=409 if theirs else 422)


def _screen(number: int) -> Screen:
    """Return a screen by its number; Http404 if there is none."""
    if not 1 <= number <= len(SCREENS):
        raise Http404
    return SCREENS[number - 1]
