"""C207: two checkpoints that save at one position."""

from __future__ import annotations

import pytest

from planner.core.change import RemoveCheckpoint
from planner.core.check import check_plan
from planner.core.finding import Place
from planner.core.sketch import sketch


@pytest.mark.parametrize(
    ("drawing", "places"),
    [
        ("Pay !\n|\n|", ["after-pay-2"]),
        ("Pay !\n|\n|\n|", ["after-pay-2", "after-pay-3"]),
        ("Pay !\n(|)\n(|)", ["in-pay-2"]),
        ("Pay !\n(|)\n|", []),
        ("Pay ! @1\n(|)\n|", []),
        ("Pay !\n|\nMail !\n|", []),
        ("Send ! x6\n|/2\n|", ["after-send-2"]),
        ("Send ! x6\n|\n|/2", ["after-send-2"]),
        ("Send ! x6\n|/4\n|/5", ["after-send-2"]),
        ("Send ! x6\n|/2\n|/3\n|/6", ["after-send-2", "after-send-3"]),
    ],
)
def test_each_checkpoint_that_shares_a_place_with_one_above_it_is_found(drawing: str, places: list[str]) -> None:
    found = check_plan(sketch(drawing), select=["C207"])
    assert [finding.about for finding in found] == [Place(checkpoint=place) for place in places]


def test_it_can_be_taken_away_at_one_click() -> None:
    plan = sketch("Pay !\n|\n|")
    (finding,) = check_plan(plan, select=["C207"])
    assert finding.fix[0].change == RemoveCheckpoint("after-pay-2")
    assert RemoveCheckpoint("after-pay-2").apply(plan).checkpoints == plan.checkpoints[:1]
