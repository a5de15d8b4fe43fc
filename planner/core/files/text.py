"""Text as a plan may hold it: NFC, and no characters that a database, a terminal or a page cannot carry."""

from __future__ import annotations

import re
import unicodedata

from planner.core.errors import PlanError

MAX_MARKS = 30
"""Combining marks in a row (UAX 15, Stream-Safe Text); normalising takes quadratic time in longer ones."""

_REFUSED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def clean_text(text: str) -> str:
    """Return the text in NFC; PlanError (without a path) if it holds a character that no plan may hold.

    Refused are control characters other than line feed and tab, surrogates, U+FFFE, U+FFFF, and
    more than 30 combining marks in a row.
    """
    refused = _REFUSED.search(text)
    if refused:
        place = f"U+{ord(refused[0]):04X} at character {refused.start() + 1}"
        raise PlanError("", f"text without control characters or halves of characters, not {place}")
    if text.isascii():
        return text
    if _has_too_many_marks(text):
        raise PlanError("", f"text with at most {MAX_MARKS} combining marks in a row")
    return unicodedata.normalize("NFC", text)


def _has_too_many_marks(text: str) -> bool:
    """Return whether so many combining marks stand in a row; a million characters take some hundredths of a second."""
    marks = "".join(character for character in set(text) if unicodedata.combining(character))
    return bool(marks) and re.search(f"[{re.escape(marks)}]{{{MAX_MARKS + 1}}}", text) is not None
