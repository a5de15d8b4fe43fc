"""C201: checkpoints inside a step, and the run that comes back to one."""

from __future__ import annotations

import pytest

from planner.core.change import MoveCheckpoint
from planner.core.check import check_plan
from planner.core.finding import Choice, Finding, Place, Severity
from planner.core.sketch import sketch
from tests.core.rules.playing import outcome


def found_in(drawing: str) -> tuple[Finding, ...]:
    return check_plan(sketch(drawing), select=["C201"])


def test_the_finding_names_the_half_done_step_and_shows_the_run() -> None:
    assert found_in("Read 10s\nPay ! 4s\n(|) 2s\nWrite") == (
        Finding(
            code="C201",
            slug="checkpoint-inside-step",
            severity=Severity.FIX,
            about=Place(checkpoint="in-pay"),
            problem="A run that comes back here finds “Pay” half done and cannot tell how it ended.",
            why="The snapshot is saved inside the step, so what the first half did outside and what it says about it "
            "need not agree.",
            fix=(
                Choice(
                    "Move it behind “Pay”. An interruption inside the step then repeats the whole step.",
                    MoveCheckpoint("in-pay", "pay"),
                ),
                Choice("Split the step in two, and let the checkpoint stand between them."),
            ),
            witness=(14_000,),
        ),
    )


def test_the_witness_makes_an_inconsistent_resume_and_nothing_earlier_does() -> None:
    plan = sketch("Read 10s\nPay ! 4s\n(|) 2s\nWrite")
    assert outcome(plan, (14_000,)).tally.inconsistent == 1
    assert outcome(plan, (13_999,)).tally.inconsistent == 0


def test_a_batch_can_save_behind_some_of_its_items_instead() -> None:
    (finding,) = found_in("Send ! x48\n(|)\nWrite")
    assert [choice.change for choice in finding.fix] == [
        MoveCheckpoint("in-send", "send"),
        MoveCheckpoint("in-send", "send", every_items=4),
    ]


@pytest.mark.parametrize("setting", ["loads: restart", "identity: process", "identity: new_each_start"])
def test_there_is_no_witness_where_no_run_comes_back_to_it(setting: str) -> None:
    assert [finding.witness for finding in found_in(f"Pay !\n(|)\nWrite\n{setting}")] == [None]


def test_a_run_that_loads_the_first_snapshot_comes_back_to_the_first_only() -> None:
    witnesses = [finding.witness for finding in found_in("Pay ! 2s\n(|) 1s\nMail ! 2s\n(|) 1s\nloads: first")]
    assert witnesses == [(2_000,), None]


def test_a_save_that_another_one_follows_at_once_is_never_loaded() -> None:
    assert [finding.witness for finding in found_in("Pay ! 2s\n(|) 1s\n(|) 0s")] == [None, (2_000,)]


def test_a_save_that_takes_no_time_is_loaded_from_the_first_millisecond() -> None:
    plan = sketch("Pay ! 2s @0\n(|) 0s")
    (finding,) = check_plan(plan, select=["C201"])
    assert finding.witness == (1,)
    assert outcome(plan, (1,)).tally.inconsistent == 1


def test_a_checkpoint_after_a_step_is_not_meant() -> None:
    assert found_in("Pay !\n|\nWrite") == ()
