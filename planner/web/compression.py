"""Compression of the pages: a first visit is several times lighter, and small answers do not wait for it."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

LEAST_BYTES = 20_000
"""The answer to an edit stays below: to compress it takes longer than to send it."""


class PageCompressionMiddleware(GZipMiddleware):
    """Compresses pages of HTML where the browser takes gzip.

    The length of a compressed page can tell what secrets are in it to whoever makes it reflect guesses (BREACH). Django
    masks the CSRF token anew in each page, and adds up to a hundred random bytes to what is compressed.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response, compressed if it is a long page."""
        is_page = response.headers.get("Content-Type", "").startswith("text/html") and not response.streaming
        if not is_page or len(response.content) < LEAST_BYTES:  # type: ignore[attr-defined]
            return response
        return super().process_response(request, response)
