"""What else is said on the Test page: which interruptions are assumed, and why a test came out as it did."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from planner.bridge import core_plan
from planner.core.errors import PlanError
from planner.core.trying.preset import preset
from planner.services import interruptions, trials
from planner.services.outcome import Conflict
from planner.services.own_words import TextHasMoved
from planner.web.access import of_plan
from planner.web.contexts.conflicts import conflict_context
from planner.web.contexts.test import Note, page_of
from planner.web.forms.play import NOTHING
from planner.web.forms.test import PresetForm, ReflectForm
from planner.web.forms.whole import InterruptionsForm

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from planner.models import Plan
    from planner.web.forms.once import EditForm

_OTHER = "This was changed in another tab meanwhile. Send it again to keep what is here."


@require_POST
@of_plan
def assume(request: HttpRequest, row: Plan) -> HttpResponse:
    """Say what interrupts a run."""
    form = InterruptionsForm(request.POST)
    return _assume(request, row, form, form.edit() if form.is_valid() else None, name="interruptions")


@require_POST
@of_plan
def take_preset(request: HttpRequest, row: Plan) -> HttpResponse:
    """Take over a known kind of interruption."""
    form = PresetForm(request.POST)
    return _assume(request, row, form, _of_preset(row, form) if form.is_valid() else None, name="preset")


def _of_preset(row: Plan, form: PresetForm) -> dict[str, Any]:
    said = form.cleaned_data
    changed = preset(said["preset"]).applied(core_plan(row).interruptions)
    return {**asdict(changed), "version": said["version"], "key": form.once()}


def _assume(
    request: HttpRequest, row: Plan, form: EditForm, wanted: dict[str, Any] | None, *, name: str
) -> HttpResponse:
    """Change what is assumed to interrupt a run, and come back to the page, on which the plan is to be tested again."""
    status = 422
    if wanted is not None:
        try:
            interruptions.edit(row, **wanted)
        except PlanError as error:
            form.refuse(error)
        except Conflict as conflict:
            form.add_error(None, _elsewhere(conflict, request))
            status = 409
        else:
            return redirect(f"{reverse('test', args=[row.pk])}#ask")
    return render(request, "test.html", page_of(row, NOTHING, **{name: form, "assuming": True}), status=status)


def _elsewhere(conflict: Conflict, request: HttpRequest) -> str:
    pairs = conflict_context(conflict, request)["pairs"]
    theirs = "; ".join(f"{pair['label']}: {pair['there']}" for pair in pairs)
    return f"This was changed in another tab meanwhile. It says there: {theirs}. Send it again to keep what is here."


@require_POST
@of_plan
def reflect(request: HttpRequest, row: Plan) -> HttpResponse:
    """Keep why a test came out as it did."""
    form = ReflectForm(request.POST)
    note, status = _reflected(row, form) if form.is_valid() else (_unread(form), 422)
    if request.headers.get("HX-Request") == "true":
        return render(request, "test/why_note.html", {"note": note}, status=status)
    if status == 200:
        return redirect(f"{reverse('test', args=[row.pk])}#why")
    return render(request, "test.html", page_of(row, NOTHING, note=note), status=status)


def _unread(form: ReflectForm) -> Note:
    errors = [error for field in form for error in field.errors]
    return Note(str(form.data.get("text", "")), str(form.data.get("before", "")), str(errors[0]))


def _reflected(row: Plan, form: ReflectForm) -> tuple[Note, int]:
    """Keep the text; return what the form shows next, and the status of the answer."""
    said = form.cleaned_data
    try:
        trials.reflect(row, test=said["test"], text=said["text"], before=said["before"])
    except ObjectDoesNotExist:
        raise Http404 from None
    except PlanError as error:
        return Note(said["text"], said["before"], f"This takes {error.problem}."), 422
    except TextHasMoved as moved:
        return Note(said["text"], moved.theirs, _OTHER, moved.theirs), 409
    return Note(said["text"], said["text"]), 200
