"""C206: checkpoints that cost more than they save."""

from __future__ import annotations

import pytest

from planner.core.change import RemoveCheckpoint
from planner.core.check import check_plan
from planner.core.finding import Finding, Place
from planner.core.sketch import sketch


def found_in(drawing: str) -> tuple[Finding, ...]:
    return check_plan(sketch(drawing), select=["C206"])


def test_the_finding_gives_both_expected_times() -> None:
    (finding,) = found_in("Read 10s\n| 2min\nDraft 20min\nPrint 5min\ninterrupted: restart 1h")
    assert finding.about == Place(checkpoint="after-read")
    assert finding.problem == "The checkpoint after “Read” costs each run more than it saves."
    assert finding.why == "A run takes 1,993 s on average with it and 1,876 s without it."
    assert finding.fix[0].change == RemoveCheckpoint("after-read")


def test_a_broken_checkpoint_only_costs() -> None:
    (finding,) = found_in("Read 10s\nDraft 20min\n| 2s holds nothing\nPrint 5min")
    assert finding.why.startswith("Its snapshot cannot be used. A run takes ")
    assert finding.fix[0].text == "Mend its snapshot first, and see then whether it pays."


@pytest.mark.parametrize(
    "drawing",
    [
        "Read 20min\n| 1s\nDraft 20min",
        "Read 10s\nPay ! 1s\n| 2min\nDraft 20min",
        "Read 10s\nApprove ? 1s\n| 2min\nDraft 20min",
        "Draft ~ 10s\n| 2min\nPay != 1s\nPrint 20min",
        "Read 10s\n| 0s\nDraft 20min",
    ],
)
def test_saving_work_an_act_or_a_result_is_worth_it(drawing: str) -> None:
    assert found_in(drawing) == ()


@pytest.mark.parametrize(
    "drawing",
    [
        "Read 20min\n| 1s\nDraft 20min\nloads: restart",
        "Read 20min\n| 1s\nDraft 20min\nidentity: process",
        "Read 10s\nPay != 1s\n| 2min\nDraft 20min",
        "Read 10s\nPay ! 1s [record]\n| 2min\nDraft 20min",
        "Read 10s\nPay ! 1s [stored key]\n| 2min\nDraft 20min",
        "Read 10s\nApprove ?= 1s\n| 2min\nDraft 20min",
        "Draft 10s\n| 2min\nPay != 1s\nPrint 20min",
    ],
)
def test_a_long_save_behind_little_that_can_be_lost_is_not(drawing: str) -> None:
    assert [finding.code for finding in found_in(drawing)] == ["C206"]


def test_behind_the_first_nothing_is_loaded_under_first() -> None:
    found = found_in("Read 40min\n| 1s\nDraft 20min\n| 1s\nPrint 20min\nloads: first")
    assert [finding.about for finding in found] == [Place(checkpoint="after-draft")]
