"""The steps of a report as CSV (RFC 4180, in UTF-8 with the mark by which spreadsheets know it)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from itertools import chain

from planner.core.finding import Place
from planner.core.plan import Step
from planner.core.report import Report
from planner.core.reporting.sections.prevention import preventions
from planner.core.reporting.sections.seen import seen
from planner.core.reporting.sections.steps import if_twice
from planner.core.times import to_seconds
from planner.core.wordings.words import CONSEQUENCES, KINDS

HEAD = (
    "number",
    "id",
    "step",
    "what it does",
    "seconds",
    "items",
    "same each time",
    "needs",
    "produces",
    "if it runs twice",
    "how bad",
    "waits for confirmation",
    "what prevents a repeat",
    "marked by the author",
    "prevention in the author's words",
    "accepted because",
    "what the tests showed",
    "runs in which it happened twice",
    "interrupted runs",
    "notes",
)
_BEGINS = frozenset("=+-@＝＋－＠\t\r")
_FORMULA = re.compile(r"(^|[;\t\r\n])(\s*)(?=[=+\-@＝＋－＠\t\r])")
_MARKS = {True: "repeats", False: "does not repeat", None: "not sure"}
_YES_NO = {True: "yes", False: "no"}


def document(report: Report) -> bytes:
    """Return one row for each step, below a row of heads."""
    rows = ([plain(cell) for cell in _row(report, at)] for at in range(len(report.plan.steps)))
    return written(chain([HEAD], rows))


def written(rows: Iterable[Iterable[str]], *, begins_file: bool = True) -> bytes:
    """Return rows as CSV in UTF-8; what begins a file is marked for spreadsheets."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode("utf-8-sig" if begins_file else "utf-8")


def plain(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula: an apostrophe stands before what would begin one.

    A formula begins a cell. Where a spreadsheet splits at semicolons or tabs, it may begin behind one of these, too.
    """
    return text if _BEGINS.isdisjoint(text) else _FORMULA.sub(r"\1'\2", text)


def _row(report: Report, at: int) -> Iterator[str]:
    step, facts = report.plan.steps[at], report.facts
    yield from (str(at + 1), step.id, step.name, KINDS[step.kind])
    yield from (f"{to_seconds(step.duration_ms):g}", str(step.items), _YES_NO[step.deterministic])
    yield from (", ".join(step.needs), ", ".join(step.produces), if_twice(step))
    yield CONSEQUENCES[step.consequence] if step.consequence else ""
    yield _YES_NO[step.confirmed]
    yield "; ".join(preventions(facts.timeline, at))
    yield from _said(report, step)
    shown = seen(facts, step)
    yield ". ".join((shown.text, *shown.notes))
    yield from (str(facts.runs_with_twice(step.id)), str(facts.interrupted), step.notes)


def _said(report: Report, step: Step) -> Iterator[str]:
    yield _MARKS[step.replay_risk.repeats] if step.replay_risk else ""
    yield step.replay_risk.prevention if step.replay_risk else ""
    reasons = [one.reason for one in report.remarks.acceptances if one.about == Place(step=step.id)]
    yield " ".join(reasons)
