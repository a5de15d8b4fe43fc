"""W106: steps before the last whose result nobody can use."""

from __future__ import annotations

from planner.core.check import check_plan
from planner.core.finding import Place
from planner.core.sketch import sketch


def test_a_step_before_the_last_that_produces_nothing_is_asked_about() -> None:
    found = check_plan(sketch("Read < -> nothing\nThink -> nothing\nWrite"), select=["W106"])
    assert [finding.about for finding in found] == [Place(step="read"), Place(step="think")]


def test_an_action_a_gate_and_the_last_step_need_no_result() -> None:
    assert check_plan(sketch("Pay ! -> nothing\nAsk ? -> nothing\nWrite -> nothing"), select=["W106"]) == ()
