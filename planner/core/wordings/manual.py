"""A rule's manual page, read from the docstring of its module."""

from __future__ import annotations

import re
from dataclasses import dataclass
from textwrap import dedent

from planner.core.check import RuleModule
from planner.core.rule import Rule

_PAGE = re.compile(
    r"(?P<claim>.+?)\n\nWhy it matters: (?P<why>.+?)\n\n"
    r"Flagged(?P<flagged>[^\n]*(?:\n[^\n]+)*?):\n\n(?P<drawn>(?: {4}[^\n]*\n+)+)"
    r"\nAccepted(?P<accepted>[^\n]*(?:\n[^\n]+)*?):\n\n(?P<redrawn>(?: {4}[^\n]*\n*)+)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Example:
    """A sketch, and what is to be seen in it."""

    caption: str
    drawing: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manual:
    """What the page of a rule says."""

    rule: Rule
    claim: str
    why: tuple[str, ...]
    """Paragraphs."""
    flagged: Example
    accepted: Example


def manual_of(module: RuleModule) -> Manual:
    """Return the manual page; ValueError if the docstring does not follow the pattern of the others."""
    page = _PAGE.fullmatch((module.__doc__ or "").rstrip() + "\n")
    if page is None:
        raise ValueError(f"{module.RULE.code}: the docstring lacks why it matters, what is flagged or what is accepted")
    return Manual(
        rule=module.RULE,
        claim=_line(page["claim"]),
        why=tuple(_line(paragraph) for paragraph in page["why"].split("\n\n")),
        flagged=_example(page["flagged"], page["drawn"]),
        accepted=_example(page["accepted"], page["redrawn"]),
    )


def _example(caption: str, drawing: str) -> Example:
    return Example(_line(caption.lstrip(",").strip()), dedent(drawing).strip())


def _line(text: str) -> str:
    return " ".join(text.split())
