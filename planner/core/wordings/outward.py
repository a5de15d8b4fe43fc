"""Words by which a person says that a step changes the world outside."""

from __future__ import annotations

import re

_ALWAYS = (
    "send resend notify notifies publish tweet announce broadcast pay withdraw buy submit cancel deploy upload delete "
    "invite remind reply replies revoke"
)
_ALSO_NOUNS = "e-mail email mail message post charge refund bill transfer wire purchase book reserve ship push forward"
_THEN_A_NOUN = "policy|policies|requests?|history|office|processing|lists?|address(?:es)?|merge|templates?|numbers?"
_MAKES = "create|open|raise|log|file|issue|register"
_MADE = "ticket|issue|invoice|case|account|event|release|pull request|order|receipt|credit note"

_VERB = re.compile(
    r"(?<![\w-])(?:"
    rf"(?:{'|'.join(_ALWAYS.split())})(?:e?s)?(?![\w-])"
    rf"|(?:{'|'.join(_ALSO_NOUNS.split())})(?=\s+\w)(?!\s+(?:{_THEN_A_NOUN})\b)"
    r"|order(?=\s+\w)(?!(?:\s+[\w-]+){1,4}\s+by\b)"
    rf"|(?:{_MAKES})s?\s+(?:(?:an?|the|new)\s+)*(?:{_MADE})s?\b"
    r")",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z-]+")
_KNOWN = frozenset(
    verb + ending
    for verb in (*_ALWAYS.split(), *_ALSO_NOUNS.split(), *_MAKES.split("|"), "order")
    for ending in ("", "s", "es")
)
_OPENERS = {"and", "then", "it", "also"}
_REACH = 12


def outward_words(text: str) -> str | None:
    """Return the words of an instruction that speak of an action outside, or None.

    The verb has to stand where an instruction begins: “read the post” tells nobody to post.
    """
    if _KNOWN.isdisjoint(_WORD.findall(text.lower())):
        return None
    return next((found[0] for found in _VERB.finditer(text) if _begins(text, found.start())), None)


def _begins(text: str, at: int) -> bool:
    before = text[max(at - _REACH, 0) : at].rstrip(" \t")
    return not before or before[-1] in ".;:!?\n" or before.split()[-1].lower() in _OPENERS
