"""Reports on drawn plans, and their sections as plain text."""

from __future__ import annotations

from planner.core.plan import Plan
from planner.core.report import Report, report_of
from planner.core.reporting.blocks import Block, Cell, Listing, Pairs, Picture, Prose, Section, Table
from planner.core.reporting.facts import Facts, facts_of
from planner.core.reporting.remarks import Remarks
from planner.core.sketch import sketch

RUNS, SEED = 200, 1


def facts(drawing: str | Plan, *, runs: int = RUNS, seed: int = SEED) -> Facts:
    """What follows from a plan, which may be drawn."""
    plan = sketch(drawing) if isinstance(drawing, str) else drawing
    return facts_of(plan, runs=runs, seed=seed)


def report(drawing: str | Plan, remarks: Remarks | None = None) -> Report:
    return report_of(facts(drawing), remarks)


def told(section: Section) -> list[str]:
    """A section as lines: headings with #, tables with |, the notes of a cell behind a slash."""
    lines = [f"# {section.title}"]
    for block in section.blocks:
        lines += _lines(block)
    for part in section.parts:
        lines += ["", *(f"#{line}" if line.startswith("#") else line for line in told(part))]
    return lines


def _lines(block: Block) -> list[str]:
    match block:
        case Prose():
            return [f"{block.lead} {block.text}".strip()]
        case Listing():
            return [f"- {item}" for item in block.items]
        case Pairs():
            return [f"{name}: {said(cell)}" for name, cell in block.rows]
        case Table():
            return [" | ".join(block.head), *(" | ".join(map(said, row)) for row in block.rows)]
        case Picture():
            return [block.description]


def said(cell: Cell) -> str:
    return " / ".join((cell.text, *cell.notes))
