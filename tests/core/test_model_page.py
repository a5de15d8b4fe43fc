"""docs/model.md says what the code gives."""

from __future__ import annotations

import math
from pathlib import Path

from planner.core.exact import exact
from planner.core.sketch import sketch

PAGE = Path(__file__).parents[2] / "docs" / "model.md"
VERSIONS = {
    "nothing": "pay ! 1min @0.5",
    "a checkpoint right after it": "pay ! 1min @0.5\n| 0s",
    "a record after it": "pay ! 1min @0.5 [record]",
    "a record before it": "pay ! 1min @0.5 [intent]",
    "records before and after it, and a look-up": "pay ! 1min @0.5 [intent, record, lookup]",
}


def row(version: str, payment: str) -> str:
    means = exact(sketch(f"read < 5min\n| 0s\n{payment}\nfile 20min\ninterrupted: restart 1h")).mean
    again, missed = (f"{means[name]:#.3g}" if means[name] else "0" for name in ("duplicates", "missed"))
    return f"| {version} | {again} | {missed} | {means['lost']:.0f} s |"


def test_the_table_of_the_page_is_what_the_formulas_give() -> None:
    rows = [
        line
        for line in PAGE.read_text().splitlines()
        if line.split("|")[1:2] and line.split("|")[1].strip() in VERSIONS
    ]
    assert rows == [row(*version) for version in VERSIONS.items()]


def test_the_two_sums_of_the_page_are_right() -> None:
    text = PAGE.read_text()
    assert f"e^(20.5 min / 60 min) − 1 = {math.expm1(20.5 / 60):.3f}" in text
    assert f"e^(0.5/60) − 1 = {math.expm1(0.5 / 60):#.3g}" in text
