"""Ten plans: what the rules find is what an expert found by hand, in the same order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from planner.core.check import check_plan
from planner.core.finding import Finding
from planner.core.planfile import read_plan
from planner.privacy import private_in

PAGES = sorted((Path(__file__).parents[1] / "plans").glob("*.json"))
ROW = re.compile(r"^\| ([A-Z]\d{3}) \| (\S+) \| (fix|think|note) \|", re.MULTILINE)
LEFT_OUT = ["P503"]


def place(finding: Finding) -> str:
    about = finding.about
    if about.step is not None:
        return f"step:{about.step}"
    return "plan" if about.checkpoint is None else f"checkpoint:{about.checkpoint}"


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.stem)
def test_the_rules_find_what_the_expert_found(file: Path) -> None:
    found = check_plan(read_plan(file.read_bytes()), ignore=LEFT_OUT, spot=private_in)
    rows = ROW.findall(file.with_suffix(".md").read_text(encoding="utf-8"))
    assert [(finding.code, place(finding), finding.severity.value) for finding in found] == rows
