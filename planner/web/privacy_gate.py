"""The gate before saving: text that looks private is shown back, and goes on replaced or confirmed as made up."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from django.shortcuts import render
from django.utils.crypto import constant_time_compare, salted_hmac
from django_htmx.http import reswap, retarget, trigger_client_event

from planner.web.posted import FILE_AS_TEXT, private_fields, without

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from django.http import HttpRequest, HttpResponse, QueryDict
    from django.http.response import HttpResponseBase
    from django_htmx.middleware import HtmxDetails

    from planner.privacy import Private
    from planner.web.posted import Posted

    View = TypeVar("View", bound=Callable[..., HttpResponseBase])

    class Request(HttpRequest):
        """A request as the middleware before this one leaves it."""

        htmx: HtmxDetails


ANSWER = "private"
"""The field that answers a notice: REPLACE, or the proof that this very text was confirmed as made up."""
REPLACE = "replace"
ORIGIN = "private-from"
"""The field that says what was being filled in, so that the focus goes back there."""
REGION = "private-text"
"""The id of the place in base.html where a notice comes when only a part of the page was asked for."""
MADE_UP = "made-up"
"""Where the session keeps proofs of what was confirmed; the text itself is kept nowhere."""
MOST_KEPT = 200


def ungated(view: View) -> View:
    """Let a view have private text without asking: for forms about the person, such as signing in."""
    view.is_ungated = True  # type: ignore[attr-defined]
    return view


class PrivacyGate:
    """Middleware that holds back each POST with text that looks private, as W105 sees it, before a view reads it."""

    def __init__(self, get_response: Callable[[Request], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        """Answer a request; where a part of a page answers a notice, the notice goes."""
        response = self.get_response(request)
        if request.htmx and response.status_code == 200 and ANSWER in request.POST:
            response.content += f'<div id="{REGION}" hx-swap-oob="outerHTML"></div>'.encode()
            trigger_client_event(response, "focus-on", {"value": request.POST.get(ORIGIN, "")}, after="settle")
        return response

    def process_view(
        self, request: Request, view: Callable[..., HttpResponse], args: object, kwargs: object
    ) -> HttpResponse | None:
        """Let a request through to its view, or answer it with a notice."""
        if request.method != "POST" or getattr(view, "is_ungated", False):
            return None
        if request.POST.get(ANSWER) == REPLACE:
            request.POST = _replaced(request)  # type: ignore[assignment]
        found = _unconfirmed(request)
        return _notice(request, found) if found else None


def _unconfirmed(request: Request) -> tuple[Posted, ...]:
    """Return what looks private and is not confirmed as made up, by this request or by one before it."""
    found = private_fields(request)
    return without(found, _confirmed(request, found)) if found else ()


def _confirmed(request: Request, found: Iterable[Posted]) -> set[str]:
    known = request.session.get(MADE_UP, [])
    proofs = {excerpt.piece: _proof(excerpt.piece) for posted in found for excerpt in posted.excerpts}
    new = sorted(proof for proof in proofs.values() if proof not in known)
    if new and constant_time_compare(request.POST.get(ANSWER, ""), _proof(*new)):
        request.session[MADE_UP] = known = [*known, *new][-MOST_KEPT:]
    return {piece for piece, proof in proofs.items() if proof in known}


def _proof(*parts: str) -> str:
    """Return what stands for private text or for other proofs; nothing leads back from it."""
    return salted_hmac("planner.web.privacy_gate", "\n".join(parts), algorithm="sha256").hexdigest()


def stand_in(what: Private) -> str:
    """Return what is written instead of a private piece: [e-mail address]."""
    return f"[{_noun(what)}]"


def _replaced(request: Request) -> QueryDict:
    """Return the fields of a request with a stand-in for each private piece."""
    fields = request.POST.copy()
    for posted in _unconfirmed(request):
        values = fields.getlist(posted.name)
        fields.setlist(posted.name, [_without(value, posted) if value == posted.value else value for value in values])
    return fields


def _without(value: str, posted: Posted) -> str:
    for excerpt in posted.excerpts:
        value = value.replace(excerpt.piece, stand_in(excerpt.what))
    return value


def _notice(request: Request, found: tuple[Posted, ...]) -> HttpResponse:
    """Ask about what looks private, with everything that was sent in a form to send again."""
    excerpts = [excerpt for posted in found for excerpt in posted.excerpts]
    context = {
        "title": _title({excerpt.what for excerpt in excerpts}),
        "found": found,
        "hidden": list(_other_fields(request, found)),
        "from_file": any(posted.name == FILE_AS_TEXT for posted in found),
        "proof": _proof(*sorted({_proof(excerpt.piece) for excerpt in excerpts})),
        "replace": REPLACE,
        "target": f"#{request.htmx.target}" if request.htmx and request.htmx.target else "",
        "origin": request.POST.get(ORIGIN) or request.htmx.trigger or "",
    }
    name = "partials/private_text.html" if request.htmx else "private_text.html"
    response = render(request, name, context, status=422)
    return retarget(reswap(response, "innerHTML"), f"#{REGION}") if request.htmx else response


def _title(kinds: set[Private]) -> str:
    return f"Is this a real {_noun(*kinds)}?" if len(kinds) == 1 else "Is any of this real?"


def _noun(what: Private) -> str:
    return what.value.partition(" ")[2]


def _other_fields(request: Request, found: Iterable[Posted]) -> Iterable[tuple[str, str]]:
    """Yield the fields that are sent again as they are."""
    asked = {(posted.name, posted.value) for posted in found}
    for name, values in request.POST.lists():
        if name not in ("csrfmiddlewaretoken", ANSWER, ORIGIN):
            yield from ((name, value) for value in values if (name, value) not in asked)
