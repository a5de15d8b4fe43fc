"""A report as Markdown: CommonMark with tables; what people wrote is text in it and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from planner.core.report import KICKER, Report
from planner.core.reporting.blocks import Block, Cell, Listing, Pairs, Picture, Prose, Section, Table

_MARKUP = re.compile(r"[\\`*_{}\[\]<>#|~&!$]")
_AT_START = re.compile(r"^(?:([-+=:])|(\d{1,9})([.)]))")
_LINK = re.compile(r"(?<=:)(?=//)|(?<=www)(?=\.)", re.IGNORECASE)
_GLYPHS = {
    "read": "○",
    "read-varies": "○",
    "own": "◉",
    "own-varies": "◉",
    "gate": "☑",
    "gate-guarded": "☑",
    "action": "◆",
    "action-guarded": "◈",
    "repeatable": "◇",
    "repeatable-guarded": "◇",
}


def document(report: Report) -> str:
    """Return the report as Markdown text."""
    return "\n\n".join(_document(report)) + "\n"


def text(words: str) -> str:
    """Return words of people as Markdown that shows just these words: no markup, no link, no raw HTML."""
    escaped = _MARKUP.sub(r"\\\g<0>", words)
    escaped = _LINK.sub(r"\\", escaped) if "//" in escaped or "www" in escaped.lower() else escaped
    return _AT_START.sub(lambda start: f"\\{start[1]}" if start[1] else f"{start[2]}\\{start[3]}", escaped)


def _document(report: Report) -> Iterator[str]:
    yield f"*{text(KICKER)}*"
    yield f"# {text(report.title)}"
    if report.goal:
        yield text(report.goal)
    yield text(" · ".join(report.particulars))
    yield f"**{text(report.conclusion)}**"
    for section in report.sections:
        yield from _section(section, level=2)


def _section(section: Section, *, level: int) -> Iterator[str]:
    yield f"{'#' * level} {text(section.title)}"
    for block in section.blocks:
        yield from _block(block)
    for part in section.parts:
        yield from _section(part, level=level + 1)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Prose():
            lead = f"**{text(block.lead)}** " if block.lead else ""
            yield f"{lead}{text(block.text)}".strip()
        case Listing():
            yield "\n".join(f"- {text(item)}" for item in block.items)
        case Pairs():
            yield "\n".join(f"- **{text(name)}:** {_cell(cell)}" for name, cell in block.rows)
        case Table():
            yield _table(block)
        case Picture():
            yield from _picture(block)


def _table(table: Table) -> str:
    rows = (
        [f"**{_cell(cell)}**" if at == table.numbered else _cell(cell) for at, cell in enumerate(row)]
        for row in table.rows
    )
    return "\n".join([_line(map(text, table.head)), _line("---" for _ in table.head), *map(_line, rows)])


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(cell: Cell) -> str:
    return text(" · ".join((cell.text, *cell.notes)))


def _picture(picture: Picture) -> Iterator[str]:
    bars = {bar.step: f" [{bar.name}]" for bar in picture.bars}
    line = " – ".join(f"{one.number} {_GLYPHS[one.glyph]}{bars.get(one.number - 1, '')}" for one in picture.stations)
    yield text(line)
    yield text(picture.description)
