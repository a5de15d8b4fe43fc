"""A report as HTML: the body that a page of the site holds too, and a file that stands alone."""

from __future__ import annotations

import base64
import re
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from planner.core.report import KICKER, Report
from planner.core.reporting.blocks import Block, Cell, Listing, Pairs, Picture, Prose, Section, Table
from planner.exports.runline import drawing

SHEETS = ("tokens", "base", "layout", "findings", "tables", "report", "print")
_FONT = re.compile(r'url\("\.\./fonts/([\w.-]+)"\)')
_FACE = re.compile(r"@font-face \{[^}]*\}\n")
_BEYOND_LATIN_1 = re.compile(r"[\u0100-\u02ff\u1e00-\u1eff]")


def document(report: Report) -> str:
    """Return the report as one HTML file that loads nothing."""
    body = render_to_string("report/body.html", context(report))
    extended = _BEYOND_LATIN_1.search(body) is not None
    return render_to_string(
        "report/file.html", {"title": report.title, "body": body, "style": _style(extended=extended)}
    )


def context(report: Report) -> dict[str, Any]:
    """Return what `report/body.html` lays out."""
    return {
        "kicker": KICKER,
        "title": report.title,
        "goal": report.goal,
        "particulars": report.particulars,
        "conclusion": report.conclusion,
        "sections": [_section(section) for section in report.sections],
    }


def _section(section: Section) -> dict[str, Any]:
    return {
        "key": section.key,
        "title": section.title,
        "blocks": [_block(block) for block in section.blocks],
        "parts": [_section(part) for part in section.parts],
    }


def _block(block: Block) -> dict[str, Any]:
    match block:
        case Prose():
            return {"template": "report/prose.html", "prose": block}
        case Listing():
            return {"template": "report/listing.html", "items": block.items}
        case Pairs():
            return {"template": "report/pairs.html", "rows": block.rows}
        case Table():
            return {"template": "report/table.html", "table": block, "rows": [_row(block, row) for row in block.rows]}
        case Picture():
            return {"template": "report/picture.html", "name": block.name, "drawing": _drawn(block)}


def _row(table: Table, row: tuple[Cell, ...]) -> list[dict[str, Any]]:
    """Return the cells of a row, each with the head of its column, which a narrow screen shows beside it."""
    heads = zip(table.head, row, strict=True)
    return [{"label": label, "cell": cell, "is_head": at == table.numbered} for at, (label, cell) in enumerate(heads)]


def _drawn(picture: Picture) -> SafeString:
    return mark_safe(drawing(picture))  # noqa: S308 -- the drawing escapes every text itself


@cache
def _style(*, extended: bool) -> SafeString:
    """Return the style sheets of the site that a report needs as one element, with their fonts inside."""
    sheets = "\n".join(_static(f"css/{name}.css").read_text() for name in SHEETS)
    if not extended:
        sheets = _FACE.sub(lambda face: "" if "latin-ext" in face[0] else face[0], sheets)
    return mark_safe(f"<style>{_FONT.sub(_inside, sheets)}</style>")  # noqa: S308 -- nothing that people wrote is in the sheets


def _inside(font: re.Match[str]) -> str:
    encoded = base64.b64encode(_static(f"fonts/{font[1]}").read_bytes()).decode()
    return f'url("data:font/woff2;base64,{encoded}")'


def _static(path: str) -> Path:
    return Path(settings.BASE_DIR) / "static" / path
