"""Variables are described, renamed wherever they are named, and left named when their description goes."""

from typing import Any

import pytest

from planner.core.errors import PlanError
from planner.core.plan import Variable
from planner.core.sketch import sketch
from planner.services import state
from planner.services.outcome import Outcome
from tests.services.stored import new_key, now_in, stored

pytestmark = pytest.mark.django_db


def test_a_variable_that_steps_name_is_described_when_something_is_said_of_it() -> None:
    row = stored("Read\nReport\nstate: token")
    state.edit(row, variable="read", storable=False, version=1, key=new_key())
    assert now_in(row).state == (Variable(name="token"), Variable(name="read", storable=False))


def test_a_renamed_variable_is_renamed_wherever_it_is_named() -> None:
    row = stored("Read -> rows, total\n| holds total, rows\nPay ! <- rows\nReport <- total, rows\nstate: rows")
    outcome = state.rename(row, variable="rows", name="gifts", version=1, key=new_key())
    assert now_in(row) == sketch(
        "Read -> gifts, total\n| holds total, gifts\nPay ! <- gifts\nReport <- total, gifts\nstate: gifts"
    )
    assert outcome == Outcome(version=2, id="gifts")


@pytest.mark.parametrize("name", ["total", "token"])
def test_two_variables_cannot_become_one(name: str) -> None:
    row = stored("Read -> rows, total\nReport\nstate: token")
    for act in (state.rename, state.add):
        renamed: dict[str, Any] = {"variable": "rows"} if act is state.rename else {}
        with pytest.raises(PlanError) as refused:
            act(row, name=name, version=1, key=new_key(), **renamed)
        assert (refused.value.path, refused.value.problem) == ("name", f"“{name}” is there already; another name")


def test_a_variable_needs_a_name() -> None:
    row = stored("Read\nReport")
    with pytest.raises(PlanError) as refused:
        state.add(row, name=" ", version=1, key=new_key())
    assert refused.value.path == "state[0].name"
    with pytest.raises(PlanError) as refused:
        state.rename(row, variable="read", name="", version=1, key=new_key())
    assert refused.value.path == "steps[0].produces[0]"


def test_a_variable_that_is_described_no_more_is_still_named() -> None:
    row = stored("Read\nReport\nstate: read (sensitive)")
    before = now_in(row)
    state.remove(row, variable="read", version=1, key=new_key())
    assert now_in(row) == sketch("Read\nReport")
    state.restore(row, variable="read", version=2, key=new_key())
    assert now_in(row) == before


def test_a_name_can_be_described_again_after_its_description_went() -> None:
    row = stored("Read\nReport\nstate: token (sensitive)")
    state.remove(row, variable="token", version=1, key=new_key())
    state.add(row, name="token", version=2, key=new_key())
    outcome = state.restore(row, variable="token", version=3, key=new_key())
    assert (outcome.changed, now_in(row).state) == (False, (Variable(name="token"),))
