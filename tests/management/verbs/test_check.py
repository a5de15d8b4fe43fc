"""`plan check`: findings and answers as a document, as text, and as an exit status."""

from __future__ import annotations

import json
from argparse import ArgumentTypeError
from pathlib import Path

import pytest
from django.core.management.color import color_style, no_style

from planner.core.check import check_plan
from planner.core.evidence import evidence
from planner.core.files.findingfile import entry_from_finding
from planner.core.planfile import read_plan
from planner.core.timeline import compile_plan
from planner.management.verbs.check import Check, codes
from planner.management.verbs.verb import Status
from planner.privacy import private_in
from tests.management.verbs.answers import answer, plan_file

LETTERS = """
    Read < 10s
    Draft ~ 10s
    | answered yes unsure - no yes
    Send to anna@example.org ! 10s
    Report 10s
    loads: restart
    """
FOUND = {
    "code": "R301",
    "slug": "unguarded-action",
    "severity": "fix",
    "about": {"step": "send"},
    "problem": "Every donor gets a second letter.",
    "why": "Nothing keeps the run from sending again what it has sent before it was stopped.",
    "fix": ["Record each letter.", "Ask the mail system first. " + "It has to be able to answer. " * 4],
    "witness": [1_234_567.891, 7],
}
NOTED = {**FOUND, "code": "S406", "slug": "unused-state", "severity": "note", "about": {}, "fix": [], "witness": None}


@pytest.fixture(autouse=True)
def _letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("letters.json").write_text(plan_file(LETTERS))


def test_the_document_holds_what_the_rules_find_and_what_the_model_answers() -> None:
    plan = read_plan(Path("letters.json").read_bytes())
    out, err, status = answer(Check(), "letters.json", "--format", "json")
    (facts,) = evidence(compile_plan(plan))
    replies = zip(facts.items(), ("yes", "unsure", None, "no", "yes"), strict=True)
    assert (err, status) == ("", Status.FOUND)
    assert json.loads(out) == {
        "format": "checkpoint-findings/1",
        "findings": [entry_from_finding(finding) for finding in check_plan(plan, spot=private_in)],
        "answers": {
            "after-draft": {
                question.value: {"answer": reply, "evidence": fact.holds, "because": fact.because}
                for (question, fact), reply in replies
            }
        },
    }


def test_rules_can_be_selected_and_ignored() -> None:
    def codes_with(*options: str) -> set[str]:
        found = json.loads(answer(Check(), "letters.json", "--format", "json", *options)[0])["findings"]
        return {finding["code"] for finding in found}

    every = codes_with()
    assert {"W105", "C210"} < every
    assert codes_with("--select", "W105,C210") == {"W105", "C210"}
    assert codes_with("--select", "w105", "--ignore", "W105") == set()
    assert codes_with("--ignore", "W105, C210") == every - {"W105", "C210"}


def test_nothing_found_is_said_and_is_status_0() -> None:
    assert answer(Check(), "letters.json", "--select", "W101") == ("Nothing found.\n", "", Status.DONE)


@pytest.mark.parametrize(
    ("severities", "status"), [((), 0), (("note",), 0), (("think", "note"), 0), (("note", "fix"), 1)]
)
def test_the_status_is_1_if_something_has_to_be_fixed(severities: tuple[str, ...], status: int) -> None:
    assert Check().status({"findings": [{"severity": severity} for severity in severities]}) == status


def test_the_text_says_where_what_why_and_what_to_do() -> None:
    assert Check().text({"findings": [FOUND, NOTED]}, no_style()).splitlines() == [
        "fix    R301 unguarded-action, step send",
        "       Every donor gets a second letter.",
        "       Nothing keeps the run from sending again what it has sent before it was stopped.",
        "       – Record each letter.",
        "       – Ask the mail system first. It has to be able to answer. It has to be able to answer. It has",
        "         to be able to answer. It has to be able to answer.",
        "       seen with: trace --cut 1234567.891 7",
        "",
        "note   S406 unused-state, the plan",
        "       Every donor gets a second letter.",
        "       Nothing keeps the run from sending again what it has sent before it was stopped.",
        "",
        "1 to fix, 1 to note",
    ]


def test_what_has_to_be_fixed_is_red_on_a_terminal() -> None:
    line = Check().text({"findings": [FOUND]}, color_style(force_color=True)).splitlines()[0]
    assert line == "\x1b[31;1mfix    R301 unguarded-action, step send\x1b[0m"


@pytest.mark.parametrize("text", ["X999", "R301;C202", "", "C202,", "unguarded-action", "C202,\x1b[31m"])
def test_a_rule_that_is_not_there_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match=r"^codes of rules, such as R301,C202, not “"):
        codes(text)
