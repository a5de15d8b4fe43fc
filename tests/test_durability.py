"""The app passes its own exercise: the plan of its background work, held against its own rules."""

from pathlib import Path

from planner.core.check import check_plan
from planner.core.planfile import read_plan

PLAN = Path(__file__).parent.parent / "docs" / "durability.plan.json"


def test_nothing_is_left_to_fix_or_to_think_about_but_what_the_page_accepts() -> None:
    findings = check_plan(read_plan(PLAN.read_bytes()))
    assert sorted(finding.code for finding in findings) == ["S406", "S407"]


def test_the_page_names_what_it_accepts() -> None:
    page = PLAN.with_name("durability.md").read_text()
    assert all(f"**{code}**" in page for code in ("S406", "S407"))
