"""How often one person may ask for something: a small limiter on Django's cache."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import cache

from planner.web.access import BROWSER

if TYPE_CHECKING:
    from django.http import HttpRequest


@dataclass(frozen=True, slots=True)
class Rate:
    """At most so many times in so many seconds, counted from the first, for each who asks.

    With a cache in the memory of each server process, as on one machine, each of them counts for itself.
    """

    name: str
    most: int
    seconds: int

    def allows(self, who: str) -> bool:
        """Count one more time; false once there have been too many."""
        key = f"rate:{self.name}:{hashlib.sha256(who.encode()).hexdigest()}"
        if cache.add(key, 1, self.seconds):
            return True
        try:
            return cache.incr(key) <= self.most
        except ValueError:
            # It ran out between the two lines: this is the first of the next period.
            cache.set(key, 1, self.seconds)
            return True


def person_in(request: HttpRequest) -> str:
    """Return what tells one person from another: the account, else the browser, else the address."""
    if request.user.is_authenticated:
        return f"user {request.user.pk}"
    token = request.session.get(BROWSER)
    return f"browser {token}" if token else address_of(request)


def address_of(request: HttpRequest) -> str:
    """Return the address that a request came from; behind a proxy, the one that the proxy saw."""
    seen = request.headers.get("X-Forwarded-For", "") if settings.SECURE_PROXY_SSL_HEADER else ""
    return f"address {seen.rpartition(',')[2].strip() or request.META.get('REMOTE_ADDR', '')}"
