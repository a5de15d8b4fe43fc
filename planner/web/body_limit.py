"""The largest request that is read at all."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

URLENCODED = "application/x-www-form-urlencoded"


class BodyLimitMiddleware:
    """Refuses a body that says it is larger than MAX_BODY_BYTES; one that says no length is read as empty.

    A form that is not sent in parts has MAX_FORM_BYTES at most.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        length = request.META.get("CONTENT_LENGTH") or "0"
        most = settings.MAX_FORM_BYTES if request.content_type == URLENCODED else settings.MAX_BODY_BYTES
        if length.isdecimal() and int(length) <= most:
            return self.get_response(request)
        problem = f"This is too large: a request may have {most:,} bytes at most.\n"
        return HttpResponse(problem, status=413, content_type="text/plain")
