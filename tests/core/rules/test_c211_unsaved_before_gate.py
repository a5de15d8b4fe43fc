"""C211: work that is not saved while a person decides."""

from __future__ import annotations

import pytest

from planner.core.change import PlaceCheckpoint
from planner.core.check import check_plan
from planner.core.finding import Finding, Place
from planner.core.sketch import sketch


def found_in(drawing: str) -> tuple[Finding, ...]:
    return check_plan(sketch(drawing), select=["C211"])


def test_the_finding_says_how_much_work_waits_unsaved() -> None:
    (finding,) = found_in("Read 1min\n|\nDraft 20min\nRate 5min\nApprove ?")
    assert finding.about == Place(step="approve")
    assert finding.problem == (
        "If the run stops while “Approve” waits for a person, 25 min of work is done again, "
        "and it may not come out as the person saw it."
    )
    assert finding.fix[0].change == PlaceCheckpoint("rate")


@pytest.mark.parametrize(
    "drawing",
    [
        "Approve ?\nSend !",
        "Draft\n|\nApprove ?",
        "Draft\n| 20s\n| 30s\nApprove ?",
        "Send ! x4\n|/2\nApprove ?",
        "Draft\nPay ! @1\n(|)\nApprove ?",
        "Draft\nSend !",
    ],
)
def test_a_gate_at_the_start_or_behind_a_recovery_point_is_left_alone(drawing: str) -> None:
    assert found_in(drawing) == ()


@pytest.mark.parametrize(
    "drawing",
    [
        "Draft\n| holds nothing\nApprove ?",
        "Draft\n|\nApprove ?\nloads: restart",
        "Draft\n|\nApprove ?\nidentity: process",
        "Draft\n|\nRate\n|\nApprove ?\nloads: first",
    ],
)
def test_a_checkpoint_that_no_run_comes_back_to_does_not_help_and_no_second_one_is_offered(drawing: str) -> None:
    assert [finding.fix[0].change for finding in found_in(drawing)] == [None]


def test_a_broken_save_behind_a_recovery_point_is_no_work() -> None:
    assert found_in("Draft\n|\n| 9s holds nothing\nApprove ?") == ()


def test_what_is_left_of_a_half_done_step_is_work() -> None:
    (finding,) = found_in("Draft\nPay ! 8s @0.25\n(|)\nApprove ?")
    assert "6 s of work" in finding.problem


def test_each_gate_is_judged_by_itself() -> None:
    found = found_in("Draft\nApprove ?\nAsk ?\n|\nSign ?\nSend !")
    assert [finding.about for finding in found] == [Place(step="approve"), Place(step="ask")]
