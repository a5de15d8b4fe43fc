"""R303: actions that can be duplicated in the window between the act and its record."""

from __future__ import annotations

import pytest

from planner.core.check import check_plan
from planner.core.finding import Finding, Severity
from planner.core.sketch import sketch
from tests.core.rules.playing import outcome


def found_in(drawing: str) -> tuple[Finding, ...]:
    return check_plan(sketch(drawing), select=["R303"])


def test_the_finding_says_how_long_the_gap_is() -> None:
    (finding,) = found_in("Read 10s\nPay ! 4s @0.25 [record]\nFile")
    assert finding.severity is Severity.THINK
    assert finding.problem == "“Pay” can happen twice, if the run stops between the act and its record."
    assert finding.why == "The record is written 3 s after the act; a run that stops in between knows nothing of it."
    assert finding.witness == (11_000,)


def test_the_gap_ends_with_the_record() -> None:
    plan = sketch("Read 10s\nPay ! 4s @0.25 [record]\nFile")
    assert [outcome(plan, (ms,)).tally.duplicates[1] for ms in (10_999, 11_000, 13_999, 14_000)] == [0, 1, 1, 0]


def test_of_a_batch_one_item_at_a_time_is_in_the_gap() -> None:
    (finding,) = found_in("Pay ! x48 4s [record]\nFile")
    assert finding.witness == (2_000,)


@pytest.mark.parametrize(
    "drawing",
    [
        "Pay ! @1 [record]\nFile",
        "Pay ! [record, lookup]\nFile",
        "Pay ! [record, ask]\nFile",
        "Pay ! [record, intent]\nFile",
        "Pay ! [record, stored key]\nFile",
        "Pay != [record]\nFile",
        "Pay ! [record]\nFile\nchecks: identity",
    ],
)
def test_without_a_gap_or_without_a_record_there_is_another_finding_or_none(drawing: str) -> None:
    assert found_in(drawing) == ()


def test_a_save_inside_the_gap_lets_the_run_act_again_at_once() -> None:
    (finding,) = found_in("Pay ! 4s [record]\n(|) 0s\nFile")
    assert finding.witness == (2_000,)
