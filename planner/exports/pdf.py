"""A report as PDF: tagged, with its fonts inside, made by typst without a browser or a file of its own."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import typst

from planner.core.fingerprint import in_groups
from planner.core.report import KICKER, Report
from planner.core.reporting.blocks import Block, Picture, Section
from planner.exports.glyphs import glyphs
from planner.exports.runline import drawings

HERE = Path(__file__).parent / "typst"
MISSING = "□"
MISSING_NOTE = f"{MISSING}: a character that this file has no letter for; the other formats show it"

_ROWS_TOGETHER = 1
"""The rows of a long run line are drawings of their own, so that they go on from page to page."""

_STYLE = """<style>
text { fill: #55524a; font: 400 11.5px Inter; }
.run-number { fill: #1c1b18; font-size: 12px; font-weight: 600; }
.run-line { fill: none; stroke: #1c1b18; stroke-width: 2; }
.run-post { stroke: #22458f; stroke-width: 3.5; }
.run-flag { fill: #22458f; }
.run-flag-name { fill: #ffffff; font-size: 11px; font-weight: 600; }
.is-unused .run-post { stroke-dasharray: 4 3; }
.is-unused .run-flag { fill: #ffffff; stroke: #22458f; stroke-width: 1.5; stroke-dasharray: 4 2; }
.is-unused .run-flag-name { fill: #22458f; }
.run-path { fill: none; stroke: #6b675d; stroke-width: 1.6; stroke-dasharray: .1 4; stroke-linecap: round; }
.run-head { fill: none; stroke: #6b675d; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.is-fix .run-path, .is-fix .run-head { stroke: #9c2a18; }
.is-fix .run-label { fill: #9c2a18; }
.stroke { fill: none; stroke: #1c1b18; stroke-linecap: round; stroke-linejoin: round; }
.solid { fill: #1c1b18; }
.hollow { fill: #ffffff; stroke: #1c1b18; }
</style>"""


def document(report: Report) -> bytes:
    """Return the report as a PDF/UA-1 document; the same report gives the same bytes."""
    text = json.dumps(_told(report), ensure_ascii=False)
    if _unshown().search(text):
        text = json.dumps(_told(report, note=MISSING_NOTE), ensure_ascii=False)
    return _compiled(_unshown().sub(MISSING, text))


def _compiled(told: str) -> bytes:
    made = typst.compile(
        HERE / "report.typ",
        root=HERE,
        font_paths=_fonts(),
        ignore_system_fonts=True,
        sys_inputs={"report": told},
        pdf_standards=["ua-1"],
    )
    if not isinstance(made, bytes):
        raise TypeError("typst makes one document of bytes")
    return made


@cache
def _fonts() -> typst.Fonts:
    """Return the fonts of this folder and no others, read once."""
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[HERE / "fonts"])


@cache
def _unshown() -> re.Pattern[str]:
    """Return what matches a character that the fonts cannot show: PDF/UA refuses a document with one."""
    ranges = (line.split("-") for line in (HERE / "fonts" / "coverage.txt").read_text().splitlines())
    covered = "".join(f"\\U{int(first, 16):08x}-\\U{int(last, 16):08x}" for first, last in ranges)
    return re.compile(f"[^{covered}\u200c\u200d]")


def _told(report: Report, *, note: str = "") -> dict[str, Any]:
    """Return the report as the template reads it; `note` is added at its end."""
    fingerprint = f"Fingerprint {in_groups(report.facts.fingerprint)}"
    return {
        "kicker": KICKER,
        "title": report.title,
        "goal": report.goal,
        "particulars": report.particulars,
        "conclusion": report.conclusion,
        "foot": " · ".join([fingerprint, *([note] if note else [])]),
        "sections": [_section(section) for section in report.sections],
    }


def _section(section: Section) -> dict[str, Any]:
    blocks = [_block(block) for block in section.blocks]
    return {"title": section.title, "blocks": blocks, "parts": [_section(part) for part in section.parts]}


def _block(block: Block) -> dict[str, Any]:
    told = {"kind": type(block).__name__.lower(), **asdict(block)}
    if isinstance(block, Picture):
        told["sheets"] = drawings(block, most_rows=_ROWS_TOGETHER, within=_STYLE + glyphs())
    return told
