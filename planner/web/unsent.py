"""What a person had typed when the session ended: kept until they are signed in again, and given back to them alone."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest
    from django.http.response import HttpResponseBase

UNSENT = "unsent"
"""Where the session keeps the form: the address it was sent to, and its fields."""
WHOSE = "whose"
"""The field of a form that says who has filled it in, by the account."""
MOST_CHARACTERS = 100_000
_NOT_KEPT = ("csrfmiddlewaretoken", "private", "private-from")


def kept_when_signed_out(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Keep a form that comes without a session, and lead over signing in back to its page."""

    @wraps(view)
    def kept(request: HttpRequest, *args: Any, **named: Any) -> HttpResponseBase:
        if request.method != "POST" or request.user.is_authenticated:
            return view(request, *args, **named)
        _keep(request)
        way = f"{reverse('sign-in')}?{urlencode({'next': request.path}, safe='/')}"
        return HttpResponseClientRedirect(way) if request.headers.get("HX-Request") else redirect(way)

    return kept


def _keep(request: HttpRequest) -> None:
    fields = request.POST.copy()
    for name in _NOT_KEPT:
        fields.pop(name, None)
    text = fields.urlencode()
    if len(text) <= MOST_CHARACTERS and WHOSE in fields:
        request.session[UNSENT] = {"path": request.path, "fields": text}


def unsent(request: HttpRequest) -> QueryDict | None:
    """Return what this person had sent to this address when the session ended, once; None if there is nothing."""
    kept = request.session.get(UNSENT)
    if not kept or kept["path"] != request.path:
        return None
    del request.session[UNSENT]
    fields = QueryDict(kept["fields"])
    return fields if fields.get(WHOSE) == str(request.user.pk) else None
