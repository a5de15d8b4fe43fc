"""Codes that people read to one another, and hashes of the ones that nobody else may know."""

from __future__ import annotations

import hashlib
import secrets

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters and digits that are not mistaken for one another."""

JOIN_LENGTH = 6
RETURN_LENGTH = 16


def new_join_code() -> str:
    """Return a code that a teacher writes on a board."""
    return _random(JOIN_LENGTH)


def new_return_code() -> str:
    """Return a code by which a guest comes back on another device: 79 bits, nobody guesses it."""
    return _random(RETURN_LENGTH)


def tidy_code(text: str) -> str:
    """Return a code as it was given out: in capitals, without the spaces and dashes that people add."""
    return "".join(text.split()).replace("-", "").upper()


def hash_of(secret: str) -> str:
    """Return what is kept of a code or token; it is random, so a plain hash does."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _random(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
