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

# It stands where an instruction begins: “read the post” tells nobody to post. Every repeat is bounded: notes can be long.
_VERB = re.compile(
    r"(?:^|[.;:!?\n]|\b(?:and|then|it|also)\b)\s{0,4}(?:then\s+)?(?P<verb>"
    rf"(?:{'|'.join(_ALWAYS.split())})(?:e?s)?(?![\w-])"
    rf"|(?:{'|'.join(_ALSO_NOUNS.split())})(?![\w-])(?!\s+(?:{_THEN_A_NOUN})\b)(?=\s+\w)"
    r"|order(?=\s+\w)(?!(?:\s+[\w-]+){1,4}\s+by\b)"
    rf"|(?:{_MAKES})s?\s+(?:(?:an?|the|new)\s+)*(?:{_MADE})s?\b"
    r")",
    re.IGNORECASE,
)


def outward_words(text: str) -> str | None:
    """Return the words of an instruction that speak of an action outside, or None."""
    found = _VERB.search(text)
    return found["verb"] if found else None
