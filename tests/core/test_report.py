"""A report holds every section, decided, in its order."""

from datetime import date

from planner.core.fingerprint import rule_set
from planner.core.report import report_of
from planner.core.reporting.remarks import Decision, Remarks, Verdict
from tests.core.reported import facts, report

DRAWING = "Read\n|\nPay !\nReport"


def test_the_sections_come_in_the_order_in_which_a_reader_asks() -> None:
    assert [section.title for section in report(DRAWING).sections] == [
        "The plan",
        "Steps, effects and prevention",
        "Checkpoints",
        "State and resume",
        "Results of 200 test runs",
        "Open points",
        "Accepted risks",
        "What these numbers rest on",
    ]


def test_a_decision_comes_before_what_it_all_rests_on() -> None:
    remarks = Remarks(decision=Decision(verdict=Verdict.ACCEPTED))
    assert [section.title for section in report(DRAWING, remarks).sections[-2:]] == [
        "The reviewer’s decision",
        "What these numbers rest on",
    ]


def test_the_head_says_which_version_when_by_whom_and_checked_with_what() -> None:
    remarks = Remarks(author="Learner 14", version=9, made_on=date(2026, 11, 27))
    assert report(DRAWING, remarks).particulars == (
        "Plan version 9",
        "27 November 2026",
        "Author: Learner 14",
        f"Checked with rule set {rule_set()}",
    )
    assert report(DRAWING).particulars == (f"Checked with rule set {rule_set()}",)


def test_the_same_facts_and_remarks_make_the_same_report() -> None:
    found = facts(DRAWING)
    assert report_of(found, Remarks(author="A")) == report_of(found, Remarks(author="A"))
