"""Public reports restated as plans: the pages of tests/cases, read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from planner.core.plan import Plan
from planner.core.planfile import read_plan, write_plan
from planner.core.sketch import sketch

PAGES = sorted((Path(__file__).parents[1] / "cases").glob("C*.md"))
_FACT = re.compile(r"^- (\w+): (.+)$", re.MULTILINE)
_DRAWING = re.compile(r"^(As reported|Repaired)[^\n]*(?:\n[^\n]+)*:?\n\n((?: {4}.*\n)+)", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One page: the plan as reported and as repaired, and the codes that count at a step (from 1; None: the plan)."""

    id: str
    step: int | None
    counts: frozenset[str]
    found: frozenset[str]
    leaves: frozenset[str]
    in_list: frozenset[str]
    explains_its_reading: bool
    reported: Plan
    repaired: Plan


def read_case(page: Path) -> Case:
    """Read a page; both plans go through the plan format, which has to be able to hold them."""
    text = page.read_text(encoding="utf-8")
    facts: dict[str, str] = dict(_FACT.findall(text))
    drawn = {name: _held(drawing) for name, drawing in _DRAWING.findall(text)}
    return Case(
        id=page.stem,
        step=None if facts["step"] == "none" else int(facts["step"]),
        counts=_codes(facts["counts"]),
        found=_codes(facts["found"]),
        leaves=_codes(facts.get("leaves", "none")),
        in_list=_codes(facts.get("list", facts["counts"])),
        explains_its_reading="How the row is read:" in text,
        reported=drawn["As reported"],
        repaired=drawn["Repaired"],
    )


def _codes(text: str) -> frozenset[str]:
    return frozenset() if text == "none" else frozenset(text.split())


def _held(drawing: str) -> Plan:
    return read_plan(write_plan(sketch(dedent(drawing))))
