"""C208: checkpoints behind an action whose result nobody waited for."""

from __future__ import annotations

import pytest

from planner.core.change import ConfirmAction
from planner.core.check import check_plan
from planner.core.finding import Place
from planner.core.sketch import sketch


@pytest.mark.parametrize(
    ("drawing", "places"),
    [
        ("Pay ! [unconfirmed]\n|\nWrite\n|", ["after-pay", "after-write"]),
        ("Write\n|\nPay ! [unconfirmed]", []),
        ("Pay ! [unconfirmed]\n(|)", []),
        ("Pay ! [unconfirmed]\nMail !\n(|)", ["in-mail"]),
        ("Pay !\n|", []),
    ],
)
def test_every_checkpoint_behind_such_an_action_is_found(drawing: str, places: list[str]) -> None:
    found = check_plan(sketch(drawing), select=["C208"])
    assert [finding.about for finding in found] == [Place(checkpoint=place) for place in places]


def test_one_finding_names_all_of_them_and_confirms_each_at_one_click() -> None:
    (finding,) = check_plan(sketch("Pay ! [unconfirmed]\nMail ! [unconfirmed]\n|"), select=["C208"])
    assert finding.problem == "“Pay” and “Mail” may never have happened outside, and no resumed run will notice."
    assert [choice.change for choice in finding.fix] == [ConfirmAction("pay"), ConfirmAction("mail"), None]
