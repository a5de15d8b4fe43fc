"""`plan rules`: the catalogue as text and as a document."""

from __future__ import annotations

import json

from django.core.management.color import color_style

from planner.core.wordings.catalogue import groups, manuals
from planner.management.verbs.rules import Rules
from tests.management.verbs.answers import answer


def test_the_document_holds_the_manual_of_every_rule() -> None:
    out, err, status = answer(Rules(), "--format", "json")
    found = json.loads(out)
    assert (found["format"], err, status) == ("checkpoint-rules/1", "", 0)
    assert [rule["code"] for rule in found["rules"]] == list(manuals())
    by_code = {rule["code"]: rule for rule in found["rules"]}
    assert by_code["S402"] == {
        "code": "S402",
        "slug": "two-runners",
        "severities": ["fix", "think"],
        "claim": "Something stops two resumes of one run at once.",
        "why": list(manuals()["S402"].why),
        "flagged": {
            "caption": "because two resumes would each send the letters",
            "drawing": "Draft the letters\n|\nSend the letters !\nrunner: none",
        },
        "accepted": {"caption": "", "drawing": "Draft the letters\n|\nSend the letters !\nrunner: lease"},
    }


def test_the_text_has_a_line_for_each_rule_in_its_group() -> None:
    out, _, _ = answer(Rules())
    parts = [part.splitlines() for part in out.removesuffix("\n").split("\n\n")]
    assert [part[0] for part in parts] == [group.title for group in groups()]
    codes = [[line.split()[0] for line in part[1:] if not line.startswith("   ")] for part in parts]
    assert codes == [[manual.rule.code for manual in group.manuals] for group in groups()]


def test_a_line_has_the_code_the_severities_and_what_the_rule_asks() -> None:
    out, _, _ = answer(Rules())
    assert "  S402  fix, think   Something stops two resumes of one run at once." in out.splitlines()
    assert max(map(len, out.splitlines())) <= 100


def test_groups_have_coloured_titles_on_a_terminal() -> None:
    out, _, _ = answer(Rules(), style=color_style(force_color=True))
    assert [line.startswith("\x1b[") for line in out.splitlines()].count(True) == len(groups())
