"""How long a PDF takes, beside typst's own compile of a page with one line.

Run with: python3 manage.py test tests/benchmarks -m benchmark -s
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
import typst

from planner.core.planfile import read_plan
from planner.core.report import report_of
from planner.core.reporting.facts import facts_of
from planner.exports.pdf import HERE, document
from tests.benchmarks.clock import best_seconds

pytestmark = pytest.mark.benchmark
EXAMPLE = Path(__file__).parents[2] / "planner" / "data" / "example.json"
MOST_TIMES = 10


def test_a_report_takes_at_most_ten_times_a_page_with_one_line() -> None:
    """Each turn has other words, since typst remembers what it has laid out."""
    found = report_of(facts_of(read_plan(EXAMPLE.read_bytes()), runs=200, seed=1))
    number = count()
    turns = 15
    one_line = best_seconds(lambda: typst.compile(f"Line {next(number)}".encode()), turns=turns)
    lean = best_seconds(lambda: _with_our_fonts(f"Line {next(number)}"), turns=turns)
    ours = best_seconds(lambda: document(replace(found, title=f"Report {next(number)}")), turns=turns)
    print(
        f"\nreport of the example: {ours * 1e3:.1f} ms; one line: {one_line * 1e3:.1f} ms as typst compiles it, "
        f"{lean * 1e3:.1f} ms with our fonts alone and PDF/UA: {ours / one_line:.1f} and {ours / lean:.1f} times"
    )
    assert ours <= MOST_TIMES * one_line


def _with_our_fonts(line: str) -> bytes | list[bytes] | None:
    page = f'#set document(title: "A line")\n#set text(font: "Inter")\n#title()\n{line}'
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[HERE / "fonts"])
    return typst.compile(page.encode(), font_paths=fonts, ignore_system_fonts=True, pdf_standards=["ua-1"])
