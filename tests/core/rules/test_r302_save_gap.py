"""R302: actions that can be duplicated although a recovery point follows directly."""

from __future__ import annotations

import pytest

from planner.core.check import check_plan
from planner.core.finding import Finding, Severity
from planner.core.sketch import sketch
from tests.core.rules.playing import outcome


def found_in(drawing: str) -> tuple[Finding, ...]:
    return check_plan(sketch(drawing), select=["R302"])


def test_a_checkpoint_right_after_does_not_help() -> None:
    (finding,) = found_in("Read 10s\nPay ! 4s\n| 2s\nFile")
    assert finding.severity is Severity.FIX
    assert finding.problem == "“Pay” can happen twice, if the run stops between the act and the end of the save."
    assert finding.why == (
        "Nothing guards it. A checkpoint follows directly, but until its save has ended a stopped run goes back to "
        "before the act."
    )
    assert finding.witness == (12_000,)


def test_the_gap_ends_with_the_save() -> None:
    plan = sketch("Read 10s\nPay ! 4s\n| 2s\nFile")
    assert [outcome(plan, (ms,)).tally.duplicates[1] for ms in (11_999, 12_000, 15_999, 16_000)] == [0, 1, 1, 0]


def test_a_save_that_begins_later_does_not_follow_directly() -> None:
    assert found_in("Pay !\n| 2s holds nothing\n| 2s\nFile") == ()
    assert [finding.code for finding in found_in("Pay !\n| 0s holds nothing\n| 2s\nFile")] == ["R302"]


def test_items_that_are_each_saved_repeat_one_at_a_time() -> None:
    (finding,) = found_in("Pay ! x5 4s\n|/1 2s\nFile")
    assert finding.witness == (2_000,)


def test_the_last_checkpoint_of_a_run_follows_directly_too() -> None:
    assert [finding.code for finding in found_in("Read\nPay !\n|")] == ["R302"]


@pytest.mark.parametrize("guard", ["lookup", "ask", "record, intent", "stored key"])
def test_a_guard_that_does_not_rest_on_the_save_is_accepted(guard: str) -> None:
    assert found_in(f"Pay ! [{guard}]\n|\nFile") == ()
