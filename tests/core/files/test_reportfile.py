"""A report as a JSON document, and read back to what it is made from."""

import json
from datetime import date
from typing import Any

import pytest

from planner.core.errors import PlanError
from planner.core.exact import exact_document
from planner.core.files.findingfile import entry_from_finding
from planner.core.files.reportfile import (
    Origin,
    document_from_origin,
    document_from_report,
    origin_from_document,
    origin_of,
    read_document,
)
from planner.core.files.summaryfile import document_from_summary
from planner.core.finding import Place
from planner.core.fingerprint import MODEL, rule_set
from planner.core.planfile import document_from_plan
from planner.core.reporting.remarks import Acceptance, Decision, Remarks, Verdict
from planner.core.sketch import sketch
from tests.core.reported import facts, report

PLAN = sketch("Read\n| answered yes yes yes yes yes\nPay ! 2s\nReport")
REMARKS = Remarks(
    author="Learner 14",
    version=9,
    made_on=date(2026, 11, 27),
    acceptances=(
        Acceptance(code="R302", about=Place(step="pay"), reason="Small.", accepted_by="R.", on=date(2026, 11, 28)),
        Acceptance(code="S407", about=Place(), reason="Never changes."),
    ),
    decision=Decision(verdict=Verdict.ACCEPTED, decided_by="R.", comment="Good.", on=date(2026, 11, 28)),
)


def document() -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(json.dumps(document_from_report(report(PLAN, REMARKS))))
    return parsed


def test_it_holds_its_origin_and_what_follows() -> None:
    found = facts(PLAN)
    because = {question.value: one.because for question, one in found.evidence[0].items()}
    assert document_from_report(report(PLAN, REMARKS)) == {
        "format": "checkpoint-report/1",
        "model": MODEL,
        "rules": rule_set(),
        "plan": document_from_plan(PLAN),
        "seed": 1,
        "runs": 200,
        "remarks": {
            "author": "Learner 14",
            "version": 9,
            "made_on": "2026-11-27",
            "acceptances": [
                {
                    "code": "R302",
                    "about": {"step": "pay"},
                    "reason": "Small.",
                    "accepted_by": "R.",
                    "on": "2026-11-28",
                },
                {"code": "S407", "about": {}, "reason": "Never changes."},
            ],
            "decision": {"verdict": "accepted", "decided_by": "R.", "comment": "Good.", "on": "2026-11-28"},
        },
        "fingerprint": found.fingerprint,
        "conclusion": report(PLAN, REMARKS).conclusion,
        "findings": [entry_from_finding(finding) for finding in found.findings],
        "answers": {
            "after-read": {
                key: {"answer": "yes", "evidence": key != "repeatable", "because": because[key]}
                for key in ("complete", "consistent", "confirmed", "repeatable", "worthwhile")
            }
        },
        "simulation": document_from_summary(found.summary, exact=exact_document(found.expected)),
        "unprotected": document_from_summary(found.unprotected, exact=exact_document(found.unprotected_expected)),
        "exploration": {
            "format": "checkpoint-exploration/1",
            "interruptions": 2,
            "schedules": found.exploration.schedules,
            "exhausted": True,
            "possible": {"duplicates.pay": {"worst": 2, "witness": [62]}},
        },
    }


def test_the_origin_is_read_back_whole() -> None:
    origin = Origin(plan=PLAN, seed=1, runs=200, remarks=REMARKS)
    assert origin_of(report(PLAN, REMARKS)) == origin
    assert origin_from_document(document()) == origin
    assert origin_from_document(json.loads(json.dumps(document_from_origin(origin)))) == origin


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"seed": -1}, "seed: a whole number from 0 to 18,446,744,073,709,551,615, not -1"),
        ({"runs": 0}, "runs: a whole number from 1 to 1,000,000, not 0"),
        ({"plan": {"format": "checkpoint-plan/2"}}, "plan.format: “checkpoint-plan/1”, the only format"),
        ({"remarks": {"author": 1}}, "remarks.author: a text, not 1"),
        ({"remarks": {"made_on": "27.11.2026"}}, "remarks.made_on: a date such as 2026-11-27, not the text"),
        ({"remarks": {"made_on": 5}}, "remarks.made_on: a date such as 2026-11-27, not 5"),
        (
            {"remarks": {"acceptances": [{"code": "R301", "about": 1, "reason": "x"}]}},
            "remarks.acceptances[0].about: an object that names a step or a checkpoint, not 1",
        ),
        (
            {"remarks": {"acceptances": [{"code": "R301", "about": {}, "reason": " "}]}},
            "remarks.acceptances[0].reason: a risk is accepted with a reason",
        ),
        ({"remarks": {"decision": {"verdict": "perfect"}}}, "remarks.decision.verdict: “accepted” or “changes_wanted”"),
        ({"remarks": {"colour": "red"}}, "remarks.colour: an unknown key"),
    ],
)
def test_an_origin_that_cannot_be_is_refused_with_its_place(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(PlanError) as refusal:
        origin_from_document({**document(), **change})
    assert str(refusal.value).startswith(complaint)


@pytest.mark.parametrize("missing", ["plan", "seed", "runs", "remarks"])
def test_an_origin_is_complete(missing: str) -> None:
    found = document()
    del found[missing]
    with pytest.raises(PlanError, match=f"{missing}: required and missing"):
        origin_from_document(found)


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ("[]", "a report file holds one object, not a list"),
        ('{"format": "checkpoint-plan/1"}', "format: “checkpoint-report/1”, the only format that is read here"),
        ('{"a": 1, "a": 2}', "a: the key is there already; each at most once"),
        ("{", "a report file is JSON; this is not, at line 1, column 2"),
        (b"\xff", "a report file is text in UTF-8; this is not, from place 1 on"),
        ("[" * 100_000, "a report file is nested a few levels deep, not hundreds"),
        (b" " * (16 * 1_048_576 + 1), "a report file has at most 16,777,216 bytes"),
    ],
)
def test_what_is_no_report_file_is_refused(data: bytes | str, complaint: str) -> None:
    with pytest.raises(PlanError) as refusal:
        read_document(data)
    assert str(refusal.value).startswith(complaint)
