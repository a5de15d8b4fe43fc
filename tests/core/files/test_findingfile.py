"""Findings go through JSON and come back, but for what could be made at one click."""

import json
from dataclasses import replace
from random import Random

from planner.core.check import check_plan
from planner.core.files.findingfile import entry_from_finding, finding_from_entry
from planner.core.finding import Choice, Finding, Place, Severity
from tests.core.random_plans import random_plan

FINDING = Finding(
    code="R301",
    slug="unguarded-action",
    severity=Severity.FIX,
    about=Place(step="pay"),
    problem="Everybody is paid twice.",
    why="Nothing says that it was done.",
    fix=(Choice("Look it up."),),
    witness=(60_000, 1_500),
)


def test_an_entry_is_what_the_command_line_prints() -> None:
    assert entry_from_finding(FINDING) == {
        "code": "R301",
        "slug": "unguarded-action",
        "severity": "fix",
        "about": {"step": "pay"},
        "problem": "Everybody is paid twice.",
        "why": "Nothing says that it was done.",
        "fix": ["Look it up."],
        "witness": [60, 1.5],
    }
    assert entry_from_finding(replace(FINDING, about=Place(checkpoint="a")))["about"] == {"checkpoint": "a"}
    assert entry_from_finding(replace(FINDING, about=Place(), witness=None))["about"] == {}


def test_what_was_found_comes_back() -> None:
    for number in range(40):
        for finding in check_plan(random_plan(Random(number))):
            entry = json.loads(json.dumps(entry_from_finding(finding)))
            plain = replace(finding, fix=tuple(Choice(choice.text) for choice in finding.fix))
            assert finding_from_entry(entry) == plain
