"""The catalogue of the rules as pages: a line for each, and its manual with two pictures."""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from django.urls import reverse

from planner.core.wordings.catalogue import groups, manuals
from planner.web.contexts.beside import written_in
from planner.web.contexts.finding_cards import TONES
from planner.web.contexts.rule_picture import Side, picture_of
from planner.web.words import SEVERITIES

if TYPE_CHECKING:
    from planner.core.wordings.manual import Manual


@cache
def catalogue_context() -> dict[str, Any]:
    """Return the groups, and each rule of them in one line."""
    return {
        "groups": [
            {"key": group.letter.lower(), "title": group.title, "rules": [_line(one) for one in group.manuals]}
            for group in groups()
        ]
    }


@cache
def rule_context(code: str) -> dict[str, Any]:
    """Return what the page of a rule shows; KeyError if there is no such rule."""
    manual = manuals()[code]
    sides = ((Side.FLAGGED, manual.flagged), (Side.ACCEPTED, manual.accepted))
    written = written_in(*(example.drawing for _, example in sides))
    letters = iter(ascii_lowercase)
    return {
        "editable": False,
        "rule": _line(manual),
        "why": [paragraph[:1].upper() + paragraph[1:] for paragraph in manual.why],
        "pictures": [picture_of(example, side, code=code, letters=letters, written=written) for side, example in sides],
        **_neighbours(code),
    }


def _line(manual: Manual) -> dict[str, Any]:
    return {
        "code": manual.rule.code,
        "name": manual.rule.slug.replace("-", " "),
        "claim": manual.claim,
        "tags": [{"tone": TONES[severity], "text": SEVERITIES[severity]} for severity in manual.rule.severities],
        "href": reverse("rule", args=[manual.rule.code]),
    }


def _neighbours(code: str) -> dict[str, Any]:
    """Return the rules before and after one in the catalogue, where there are such."""
    lines = [_line(manual) for manual in manuals().values()]
    at = next(at for at, line in enumerate(lines) if line["code"] == code)
    return {"before": lines[at - 1] if at else None, "after": lines[at + 1] if at + 1 < len(lines) else None}
