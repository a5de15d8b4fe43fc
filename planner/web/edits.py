"""Every edit from form to answer: it acts, says what it did, and where it cannot, keeps what was typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django_htmx.http import replace_url, reswap, trigger_client_event

from planner.core.errors import PlanError
from planner.services.outcome import Conflict, Gone, NotInPlan, Outcome
from planner.web.contexts.bench import Undo
from planner.web.contexts.conflicts import conflict_context, gone_context
from planner.web.contexts.fragments import HEADER, had_by, missing, without_kept
from planner.web.contexts.workbench import workbench

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest

    from planner.models import Plan
    from planner.web.forms.once import EditForm

UNDO = "undo"
"""Begins the tags of a message that offers to take back what it tells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What the page says after an edit, and where it goes on.

    `focus` is the id of what gets the focus, `anchor` where a page without script comes back to. `opened`: what is open
    afterwards; None keeps it as it was. `undo_near`: Undo is offered at this step, or "" at the top of the line.
    """

    text: str = ""
    focus: str = ""
    anchor: str = ""
    opened: str | None = None
    undo_near: str | None = None


def carry_out(
    request: HttpRequest,
    row: Plan,
    form: EditForm,
    act: Callable[..., Outcome],
    told: Callable[[Outcome], Told],
    *,
    name: str = "",
) -> HttpResponse:
    """Let a service act on what a form says, and answer; `name` is what the page calls the form."""
    if request.POST.get("keep") == "there":
        return _done(request, row, Outcome(), Told(text="The other value stays."))
    if not form.is_valid():
        return refused(request, row, form, name=name)
    try:
        outcome = act(row, **form.edit())
    except PlanError as error:
        form.refuse(error)
        return refused(request, row, form, name=name)
    except Conflict as conflict:
        return _answer(request, row, {"conflict": conflict_context(conflict, request)}, status=409)
    except Gone as gone:
        return _answer(request, row, {"gone": gone_context(gone, request, row)}, status=409)
    except (NotInPlan, ObjectDoesNotExist):
        raise Http404 from None
    return _done(request, row, outcome, told(outcome))


def saved(anchor: str) -> Callable[[Outcome], Told]:
    """Say that a field is saved; nothing else happens on the page."""
    return lambda outcome: Told(anchor=anchor)


def is_htmx(request: HttpRequest) -> bool:
    """Whether only the workbench is asked for."""
    return request.headers.get("HX-Request") == "true"


def opened_by(request: HttpRequest) -> str:
    """Return what is open for editing: what the address says, which a form without script has to say itself."""
    if request.method == "POST" and is_htmx(request):
        query = request.headers.get("HX-Current-URL", "").partition("?")[2].partition("#")[0]
        return QueryDict(query).get("open") or ""
    return request.POST.get("open", request.GET.get("open", ""))


def stays_open(request: HttpRequest) -> bool:
    """Whether what is edited stays open once it is saved."""
    return request.POST.get("then") != "close"


def editor_of(name: str) -> str | None:
    """Return what has to be open for a form to be seen; None where any form of the page is."""
    part, _, rest = name.partition("-")
    return {"guard": f"step-{rest}", "place": f"checkpoint-{rest}", "rename": rest}.get(
        part, name if part in ("step", "checkpoint", "variable", "plan") else None
    )


def page_answer(request: HttpRequest, row: Plan, *, opened: str) -> HttpResponse:
    """Answer with the page, or with its workbench where only that is asked for."""
    response = _answer(request, row, {}, opened=opened, undo=_undo_offered(request), status=200)
    if is_htmx(request) and opened:
        trigger_client_event(response, "focus-on", {"value": first_field(opened)}, after="settle")
    return response


def first_field(opened: str) -> str:
    """Return the id of what gets the focus when something is opened for editing."""
    part = opened.partition("-")[0]
    return {"step": f"{opened}-name-field", "plan": "plan-title"}.get(part, f"{opened}-editor")


def refused(request: HttpRequest, row: Plan, form: EditForm, *, name: str) -> HttpResponse:
    """Answer with the form as it was typed and the reason beside it."""
    context = {"refusal": form.general_errors(), "mistakes": form.mistakes()}
    response = _answer(request, row, context, posted={name: form}, opened=editor_of(name), status=422)
    if is_htmx(request) and form.mistakes():
        trigger_client_event(response, "focus-on", {"value": form.mistakes()[0]["id"]}, after="settle")
    return response


def _answer(
    request: HttpRequest,
    row: Plan,
    more: dict[str, Any],
    *,
    status: int,
    opened: str | None = None,
    posted: dict[str, EditForm] | None = None,
    undo: Undo | None = None,
) -> HttpResponse:
    opened = opened_by(request) if opened is None else opened
    context = {**workbench(row, opened=opened, posted=posted, undo=undo), **more}
    had = had_by(request) if is_htmx(request) else None
    if had is not None:
        context["lacking"] = list(missing(context["fragments"], had))
        context["findings"] = list(without_kept(context["findings"], had))
        return reswap(render(request, "partials/fragments.html", context, status=status), "none")
    response = render(request, "partials/answer.html" if is_htmx(request) else "plan.html", context, status=status)
    patch_vary_headers(response, ["HX-Request", HEADER])
    return response


def _done(request: HttpRequest, row: Plan, outcome: Outcome, told: Told) -> HttpResponse:
    opened = told.opened if told.opened is not None else opened_by(request) if stays_open(request) else ""
    address = reverse("plan", args=[row.pk]) + (f"?{urlencode({'open': opened})}" if opened else "")
    offer = told.undo_near is not None and outcome.changed
    if not is_htmx(request):
        tags = f"{UNDO} {outcome.version} {told.undo_near}" if offer else ""
        messages.success(request, told.text or "Saved.", extra_tags=tags)
        return redirect(f"{address}#{told.anchor}" if told.anchor else address)
    undo = Undo(version=outcome.version, near=told.undo_near or "", text=told.text) if offer else None
    response = _answer(request, row, {"told": told.text}, opened=opened, undo=undo, status=200)
    if told.focus:
        trigger_client_event(response, "focus-on", {"value": told.focus}, after="settle")
    return replace_url(response, address)


def _undo_offered(request: HttpRequest) -> Undo | None:
    """Return what the newest message offers to take back."""
    for message in messages.get_messages(request):
        word, _, rest = message.extra_tags.partition(" ") if message.extra_tags else ("", "", "")
        if word == UNDO:
            version, _, near = rest.partition(" ")
            return Undo(version=int(version), near=near, text=str(message))
    return None
