"""Secrets and personal data in text, by their form: keys and passwords, accounts and cards, mail and telephone."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

import phonenumbers
from stdnum import iban, luhn


class Private(StrEnum):
    """What is seen, as a finding names it."""

    ACCESS_KEY = "an access key"
    PRIVATE_KEY = "a private key"
    PASSWORD = "a password"  # noqa: S105
    SIGNED_TOKEN = "a signed token"  # noqa: S105
    IBAN = "an account number (IBAN)"
    CARD = "a card number"
    EMAIL = "an e-mail address"
    PHONE = "a telephone number"


@dataclass(frozen=True, slots=True)
class Sighting:
    """One piece of text that looks private: `text[start:end]`."""

    what: Private
    start: int
    end: int


_KEYS = (
    r"(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}",  # Amazon
    r"gh[pousr]_[0-9A-Za-z]{36}",  # GitHub
    r"github_pat_[0-9A-Za-z_]{22,}",
    r"glpat-[0-9A-Za-z_-]{20}",  # GitLab
    r"xox[abeoprs]-[0-9A-Za-z-]{10,}",  # Slack
    r"hooks\.slack\.com/services/T\w{6,}/B\w{6,}/\w{16,}",
    r"(?:sk|rk)_(?:live|test)_[0-9A-Za-z]{16,}",  # Stripe
    r"whsec_[0-9A-Za-z+/]{24,}",
    r"AIza[0-9A-Za-z_-]{35}",  # Google
    r"GOCSPX-[0-9A-Za-z_-]{28}",
    r"sk-(?=[0-9A-Za-z_-]{0,60}\d)[0-9A-Za-z_-]{20,}",  # OpenAI, Anthropic, OpenRouter, DeepSeek
    r"(?:gsk|hf|xai|r8|pplx|nvapi|tgp_v1)[_-][0-9A-Za-z_-]{30,}",  # Groq, Hugging Face, xAI, Replicate, Perplexity
    r"SG\.[0-9A-Za-z_-]{22}\.[0-9A-Za-z_-]{43}",  # SendGrid
    r"(?:npm_[0-9A-Za-z]{36}|pypi-AgE[0-9A-Za-z_-]{50,})",  # package registries
    r"\d{8,10}:AA[0-9A-Za-z_-]{33}",  # Telegram
)
_FORMS = (
    (Private.PRIVATE_KEY, r"-----BEGIN (?:[A-Z]{2,9} ){0,3}PRIVATE KEY(?: BLOCK)?-----"),
    (Private.SIGNED_TOKEN, r"(?<![\w-])eyJ[\w-]{10,2000}\.eyJ[\w-]{5,4000}\.[\w-]{10,1000}"),
    (Private.ACCESS_KEY, rf"(?<![\w-])(?:{'|'.join(_KEYS)})(?![\w-])"),
    (
        Private.PASSWORD,
        r"(?<![\w+])[a-z][a-z0-9+]{1,15}://[^\s:/@]{1,80}:(?!(?:password|pass|secret|x+|\*+)@)[^\s/@]{1,80}@",
    ),
    (
        Private.PASSWORD,
        r"(?i:(?<!\w)(?:password|passwd|pwd|passphrase|api[ _-]?key|secret)\s?[:=]\s?)(?=\S{0,40}\d)\S{8,80}",
    ),
    (Private.EMAIL, r"(?<![\w.+-])(?!git@)[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,6}[A-Za-z]{2,24}(?![\w@-])"),
)
_PATTERNS = tuple((what, re.compile(form)) for what, form in _FORMS)
_IBAN = re.compile(r"(?<!\w)[A-Z]{2}\d{2}(?: ?[0-9A-Z]{4}){2,7}(?: ?[0-9A-Z]{1,3})?(?!\w)")
_CARD = re.compile(
    r"(?<![\w.-])(?<!\d )(?:(?:4\d\d\d|5[1-5]\d\d|2[2-7]\d\d|6011|65\d\d)(?:[ -]?\d{4}){3}"
    r"|3[47]\d\d[ -]?\d{6}[ -]?\d{5}|3[068]\d\d[ -]?\d{6}[ -]?\d{4})(?![\w-])"
)
_PHONE = re.compile(
    r"(?<![\w.,/-])(?:"
    r"\+\d[\d ()./-]{6,24}\d"
    r"|(?!\d\d[./-]\d\d[./-]\d\d)\(?0\d{1,5}\)?[ ./-](?:[ ()./-]?\d){4,12}"
    r"|\(?[2-9]\d\d\)?[ .-]{1,2}\d{3}[ .-]\d{4}"
    r")(?![\w/-])"
)
_MOST_ACCOUNTS = 1_000
"""So many candidates for an account or a card are looked at in one text, so that a long one takes no second."""
_MOST_NUMBERS = 20
"""So many candidates for a telephone number are looked up in one text: each takes a tenth of a millisecond."""
_TRUNK_REGIONS = ("GB", "DE", "FR", "AT", "CH", "NL", "BE", "IT", "SE", "AU")

_HINT = re.compile(
    r"@|://|[+\d(][\d ()./-]{6}|[:=]\s?\S{8}|[A-Z]{2}\d\d|A[0-9A-Z]{17}"
    r"|-----BEGIN|eyJ|AIza|SG\.|slack\.com|[_-][0-9A-Za-z+/_-]{16}"
)


def sightings(text: str) -> tuple[Sighting, ...]:
    """Return what looks like a secret or like personal data, in the order of the text, nothing twice."""
    if not may_be_private(text):
        return ()
    free: list[Sighting] = []
    for seen in (*_by_form(text), *_accounts(text), *_phones(text)):
        at = bisect(free, seen.start, key=lambda other: other.start)
        if all(other.end <= seen.start or seen.end <= other.start for other in free[max(at - 1, 0) : at + 1]):
            free.insert(at, seen)
    return tuple(free)


def may_be_private(text: str) -> bool:
    """Return False if a quick look shows that there is nothing to find."""
    return _HINT.search(text) is not None


def private_in(text: str) -> tuple[str, ...]:
    """Return the kinds of what looks private in a text, each once: what `check_plan` asks for."""
    return tuple(dict.fromkeys(seen.what.value for seen in sightings(text))) if may_be_private(text) else ()


def _by_form(text: str) -> Iterator[Sighting]:
    for what, pattern in _PATTERNS:
        for found in pattern.finditer(text):
            yield Sighting(what, *found.span())


def _accounts(text: str) -> Iterator[Sighting]:
    for found in islice(_IBAN.finditer(text), _MOST_ACCOUNTS):
        if iban.is_valid(found[0]):
            yield Sighting(Private.IBAN, *found.span())
    for found in islice(_CARD.finditer(text), _MOST_ACCOUNTS):
        if luhn.is_valid(re.sub(r"\D", "", found[0])):
            yield Sighting(Private.CARD, *found.span())


def _phones(text: str) -> Iterator[Sighting]:
    for found in islice(_PHONE.finditer(text), _MOST_NUMBERS):
        if any(_is_number(found[0], region) for region in _regions_of(found[0])):
            yield Sighting(Private.PHONE, *found.span())


def _regions_of(number: str) -> tuple[str | None, ...]:
    """Return where a number may be at home: anywhere by its “+”, by its “0” in these countries, else North America."""
    if number.startswith("+"):
        return (None,)
    return _TRUNK_REGIONS if number.lstrip("(").startswith("0") else ("US",)


def _is_number(text: str, region: str | None) -> bool:
    strict = phonenumbers.Leniency.STRICT_GROUPING
    return phonenumbers.PhoneNumberMatcher(text, region, leniency=strict).has_next()
