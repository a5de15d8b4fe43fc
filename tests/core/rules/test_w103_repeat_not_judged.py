"""W103: actions of which nobody has said what a repeat does."""

from __future__ import annotations

from planner.core.change import SetIdempotent
from planner.core.check import check_plan
from planner.core.finding import Place
from planner.core.sketch import sketch


def test_only_an_action_without_an_answer_is_asked_about() -> None:
    found = check_plan(sketch("Read\nPay !?\nMail !\nSet !=\nAsk ?\nPost !? [key]"), select=["W103"])
    assert [finding.about for finding in found] == [Place(step="pay"), Place(step="post")]


def test_each_answer_is_one_click() -> None:
    (finding,) = check_plan(sketch("Pay !?"), select=["W103"])
    assert [choice.change for choice in finding.fix] == [
        SetIdempotent("pay", idempotent=False),
        SetIdempotent("pay", idempotent=True),
    ]
    assert finding.problem == "Nobody has said whether doing “Pay” twice changes more outside than doing it once."
