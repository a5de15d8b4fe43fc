"""Who does something: a signed-in user, or a browser that is known by the token of its session."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from planner.models import Person

if TYPE_CHECKING:
    from planner.models import User


def signed_in(user: User) -> Person:
    """Return the person behind an account."""
    return Person(user=user)


def browser(session_token: str) -> Person:
    """Return the person who works without an account; ValueError for an empty token."""
    return Person(session_token=session_token)


def new_token() -> str:
    """Return a token for a browser that nobody can guess."""
    return secrets.token_urlsafe(32)
