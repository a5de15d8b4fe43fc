"""A name for each request, in its answer and in every line that is logged for it; and one line in the log a request."""

import logging
import re
import time
from collections.abc import Callable
from uuid import uuid4

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from planner.logs import request_id

HEADER = "X-Request-ID"
_GIVEN = re.compile(r"[A-Za-z0-9_-]{8,64}")

log = logging.getLogger("planner.requests")


class RequestIdMiddleware:
    """Takes the name that a proxy has given the request, if it is one, or makes one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        given, begun = request.headers.get(HEADER, ""), time.perf_counter()
        token = request_id.set(given if _GIVEN.fullmatch(given) else uuid4().hex)
        try:
            response = self.get_response(request)
            response.headers[HEADER] = request_id.get()
            _note(request, response.status_code, time.perf_counter() - begun)
        finally:
            request_id.reset(token)
        return response


def _note(request: HttpRequest, status: int, seconds: float) -> None:
    """Log the pattern of the address, never the address: that may hold an invitation or the link to a report."""
    page = request.resolver_match.route if request.resolver_match else ""
    facts = {"method": request.method, "page": page, "status": status, "ms": round(seconds * 1_000)}
    log.info("request", extra={"facts": facts})
