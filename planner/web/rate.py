"""How often one person may ask for something: a small limiter on Django's cache."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core.cache import cache

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


def whereabouts(request: HttpRequest) -> str:
    """Return what tells one caller from another: the account, else the address that the request came from."""
    if request.user.is_authenticated:
        return f"user {request.user.pk}"
    return f"address {request.META.get('REMOTE_ADDR', '')}"
