"""A browser that costs little more than the site itself, for many thousands of requests."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from django.core.signals import got_request_exception
from django.test import RequestFactory
from django.test.client import ClientHandler

if TYPE_CHECKING:
    from collections.abc import Mapping
    from http.cookies import SimpleCookie

    from django.http.response import HttpResponseBase

HANDLER = ClientHandler(enforce_csrf_checks=False)
HANDLER.load_middleware()


class BareBrowser(RequestFactory):
    """A browser with cookies; unlike Django's client it keeps no copies of what templates were given."""

    def __init__(self, cookies: SimpleCookie) -> None:
        super().__init__()
        self.cookies.update(cookies)
        self.failure: BaseException | None = None

    def ask(
        self, method: str, address: str, body: bytes, content_type: str, headers: Mapping[str, str]
    ) -> HttpResponseBase:
        """Return the answer to a request; what the site has failed with, if it has, is in `failure`."""
        request = self.generic(method, address, body, content_type, headers=dict(headers))
        request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]
        self.failure = None
        got_request_exception.connect(self._note)
        try:
            answer = HANDLER.get_response(request)
        finally:
            got_request_exception.disconnect(self._note)
        self.cookies.update(answer.cookies)
        return answer

    def _note(self, **_: Any) -> None:
        self.failure = sys.exc_info()[1]
