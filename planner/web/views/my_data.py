"""My data: what the site keeps of a person, to take away and to delete."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from planner.core.errors import PlanError
from planner.services import mine
from planner.web.access import known_person
from planner.web.contexts.frame import frame
from planner.web.forms.my_data import DeleteForm

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.http import HttpRequest

    from planner.models import Person


@never_cache
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Say what is kept, and offer it."""
    return _answer(request, DeleteForm(), status=200)


@never_cache
@require_safe
def download(request: HttpRequest) -> HttpResponse:
    """Give everything as one archive of plan files and JSON."""
    answer = HttpResponse(_archive(mine.files(_person(request))), content_type="application/zip")
    answer.headers["Content-Disposition"] = 'attachment; filename="my-checkpoint-plans.zip"'
    return answer


@require_POST
def delete(request: HttpRequest) -> HttpResponse:
    """Delete everything of the person, and their account if they say so."""
    person, form = _person(request), DeleteForm(request.POST)
    if not form.is_valid():
        return _answer(request, form, status=422)
    try:
        _delete(request, person, with_account=form.cleaned_data["account"])
    except PlanError as error:
        form.refuse(error)
        return _answer(request, form, status=422)
    messages.success(request, "Deleted. Nothing of it is kept here.")
    return redirect("front")


def _delete(request: HttpRequest, person: Person, *, with_account: bool) -> None:
    if person.user and with_account:
        mine.delete_account(person.user)
    else:
        mine.delete(person)
    if with_account or person.user is None:
        logout(request)


def _person(request: HttpRequest) -> Person:
    """Return who is in front of the browser; Http404 for one of whom nothing is kept."""
    person = known_person(request)
    if person is None:
        raise Http404
    return person


def _archive(files: Iterable[mine.File]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.writestr(file.name, file.content)
    return content.getvalue()


def _answer(request: HttpRequest, form: DeleteForm, *, status: int) -> HttpResponse:
    person = known_person(request)
    held = mine.holdings(person) if person else None
    return render(request, "my_data.html", {**frame(), "held": held, "form": form}, status=status)
