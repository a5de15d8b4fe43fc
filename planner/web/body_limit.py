"""The largest request that is read at all."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase


class BodyLimitMiddleware:
    """Refuses a body that says it is larger than MAX_BODY_BYTES; one that says no length is read as empty."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdecimal() and int(length) <= settings.MAX_BODY_BYTES:
            return self.get_response(request)
        problem = f"This is too large: a request may have {settings.MAX_BODY_BYTES:,} bytes at most.\n"
        return HttpResponse(problem, status=413, content_type="text/plain")
