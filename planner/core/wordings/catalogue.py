"""The catalogue of the rules: the manual page of each, by its code and in groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from planner.core.check import rule_modules
from planner.core.wordings.manual import Manual, manual_of

_TITLES = {
    "W": "What a plan says",
    "C": "Checkpoints and what they save",
    "R": "Actions and questions that come again",
    "S": "State and resume",
    "P": "Getting on, and what it costs",
}


@dataclass(frozen=True, slots=True)
class Group:
    """The rules about one thing; `letter` is the first of their codes."""

    letter: str
    title: str
    manuals: tuple[Manual, ...]


@cache
def manuals() -> Mapping[str, Manual]:
    """Return the manual page of each rule by its code, in the order of the groups."""
    pages = {module.RULE.code: manual_of(module) for module in rule_modules()}
    order = list(_TITLES)
    codes = sorted(pages, key=lambda code: (order.index(code[0]), code))
    return MappingProxyType({code: pages[code] for code in codes})


def groups() -> tuple[Group, ...]:
    """Return the rules in groups, from what a plan says to what its runs cost."""
    return tuple(
        Group(letter, title, tuple(manual for code, manual in manuals().items() if code.startswith(letter)))
        for letter, title in _TITLES.items()
    )
