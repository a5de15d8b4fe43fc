"""A change can be taken back, as far as nobody has changed the same thing since."""

import pytest

from planner.core.errors import PlanError
from planner.core.plan import ReplayRisk
from planner.core.vocabulary import Guard, Kind
from planner.services import checkpoints, risks, steps, undo
from planner.services.outcome import Outcome
from tests.services.stored import new_key, now_in, stored

pytestmark = pytest.mark.django_db


def test_what_was_changed_since_stays() -> None:
    row = stored("Read\nReport")
    steps.edit(row, step="read", name="Read all", notes="Twice.", version=1, key=new_key())
    steps.edit(row, step="read", name="Read some", version=2, key=new_key())
    outcome = undo.undo(row, of=2, version=3, key=new_key())
    assert (now_in(row).step("read").name, now_in(row).step("read").notes) == ("Read some", "")
    assert outcome == Outcome(version=4)


def test_a_change_that_a_later_one_builds_on_is_not_taken_back() -> None:
    row = stored("Read\nReport")
    steps.add(row, version=1, key=new_key())
    checkpoints.place(row, after="s3", version=2, key=new_key())
    before = now_in(row)
    with pytest.raises(PlanError) as refused:
        undo.undo(row, of=2, version=3, key=new_key())
    assert refused.value.path == "of"
    assert now_in(row) == before


def test_a_kind_is_not_taken_back_under_its_guards() -> None:
    row = stored("Read\nReport")
    steps.edit(row, step="read", kind=Kind.ACTION, version=1, key=new_key())
    risks.guard(row, step="read", guards=(Guard.LOOKUP,), version=2, key=new_key())
    with pytest.raises(PlanError):
        undo.undo(row, of=2, version=3, key=new_key())


def test_a_mark_of_which_something_is_left_is_still_a_mark() -> None:
    row = stored("Read\nReport")
    risks.mark(row, step="read", repeats=True, version=1, key=new_key())
    risks.mark(row, step="read", prevention="Look it up.", version=2, key=new_key())
    undo.undo(row, of=2, version=3, key=new_key())
    assert now_in(row).step("read").replay_risk == ReplayRisk(prevention="Look it up.")


def test_a_mark_that_was_cleared_since_can_still_be_brought_back() -> None:
    row = stored("Read\nReport")
    risks.mark(row, step="read", repeats=True, version=1, key=new_key())
    risks.mark(row, step="read", repeats=None, version=2, key=new_key())
    undo.undo(row, of=2, version=3, key=new_key())
    assert now_in(row).step("read").replay_risk is None
    undo.undo(row, of=3, version=4, key=new_key())
    assert now_in(row).step("read").replay_risk == ReplayRisk(repeats=True)


def test_a_move_is_taken_back_around_what_was_added_since() -> None:
    row = stored("a\nb\nc")
    steps.move_up(row, step="c", version=1, key=new_key())
    steps.add(row, version=2, key=new_key())
    steps.remove(row, step="s4", version=3, key=new_key())
    undo.undo(row, of=2, version=4, key=new_key())
    steps.restore(row, step="s4", version=5, key=new_key())
    assert [step.id for step in now_in(row).steps] == ["a", "b", "c", "s4"]
