"""A finding is left as it is for a reason, which stays with its rule and place."""

import pytest

from planner.core.errors import PlanError
from planner.core.finding import THE_PLAN, Place
from planner.models import Acceptance, Plan
from planner.services import acceptances, steps, undo
from planner.services.outcome import Conflict, Gone, NotInPlan
from tests.services.stored import new_key, now_in, stored

pytestmark = pytest.mark.django_db

PAY = Place(step="pay")
REASON = "A second payment is paid back."


@pytest.fixture
def row() -> Plan:
    return stored("Read\nPay !\n|\nReport")


def accept(row: Plan, reason: str = REASON, *, version: int = 0, key: str = "", about: Place = PAY) -> None:
    acceptances.accept(
        row, code="W103", about=about, reason=reason, version=version or row.version, key=key or new_key()
    )


def withdraw(row: Plan, *, version: int = 0) -> None:
    acceptances.withdraw(row, code="W103", about=PAY, version=version or row.version, key=new_key())


@pytest.mark.parametrize("about", [PAY, Place(checkpoint="after-pay"), THE_PLAN], ids=str)
def test_it_is_kept_by_rule_and_place(row: Plan, about: Place) -> None:
    before = now_in(row)
    accept(row, about=about)
    assert acceptances.accepted_in(row) == {("W103", about): REASON}
    assert (now_in(row), row.version) == (before, 2)


def test_it_stays_when_the_plan_changes(row: Plan) -> None:
    accept(row)
    steps.move_up(row, step="pay", version=row.version, key=new_key())
    assert acceptances.accepted_in(row) == {("W103", PAY): REASON}


def test_the_reason_can_be_changed(row: Plan) -> None:
    accept(row)
    accept(row, "It is a nuisance.")
    assert acceptances.accepted_in(row) == {("W103", PAY): "It is a nuisance."}


def test_it_can_be_withdrawn_and_given_again(row: Plan) -> None:
    accept(row)
    withdraw(row)
    assert acceptances.accepted_in(row) == {}
    accept(row, "Once more.")
    assert acceptances.accepted_in(row) == {("W103", PAY): "Once more."}


def test_it_can_be_taken_back_by_undo(row: Plan) -> None:
    accept(row)
    undo.undo(row, of=2, version=2, key=new_key())
    assert acceptances.accepted_in(row) == {}
    undo.undo(row, of=3, version=3, key=new_key())
    assert acceptances.accepted_in(row) == {("W103", PAY): REASON}


def test_the_same_request_acts_once(row: Plan) -> None:
    key = new_key()
    accept(row, version=1, key=key)
    withdraw(row)
    accept(row, version=1, key=key)
    assert (acceptances.accepted_in(row), row.version) == ({}, 3)


def test_the_same_form_changed_and_sent_again_does_not_collide_with_itself(row: Plan) -> None:
    key = new_key()
    accept(row, version=1, key=key)
    accept(row, "It is a nuisance.", version=1, key=key)
    assert acceptances.accepted_in(row) == {("W103", PAY): "It is a nuisance."}


@pytest.mark.parametrize("since", [1, 2])
def test_two_reasons_for_one_finding_collide(row: Plan, since: int) -> None:
    accept(row)
    accept(row, "It is a nuisance.", version=2)
    with pytest.raises(Conflict) as told:
        accept(row, "Nobody minds.", version=since)
    assert [(one.part, one.id, one.field, one.mine, one.theirs) for one in told.value.differences] == [
        ("finding", "W103", "reason", "Nobody minds.", "It is a nuisance.")
    ]
    assert acceptances.accepted_in(row) == {("W103", PAY): "It is a nuisance."}


def test_the_same_reason_from_two_tabs_is_no_collision(row: Plan) -> None:
    accept(row, version=1)
    accept(row, version=1)
    assert (acceptances.accepted_in(row), row.version) == ({("W103", PAY): REASON}, 2)


@pytest.mark.parametrize("reason", ["", " \n ", "no\x00thing"])
def test_a_reason_has_words(row: Plan, reason: str) -> None:
    with pytest.raises(PlanError) as refused:
        accept(row, reason)
    assert (refused.value.path, Acceptance.objects.count(), row.version) == ("reason", 0, 1)


def test_only_a_rule_can_have_found_it(row: Plan) -> None:
    with pytest.raises(PlanError) as refused:
        acceptances.accept(row, code="R999", about=PAY, reason=REASON, version=1, key=new_key())
    assert refused.value.path == "code"


def test_a_place_of_another_plan_is_not_in_this_one(row: Plan) -> None:
    for about in (Place(step="fly"), Place(checkpoint="z")):
        with pytest.raises(NotInPlan):
            accept(row, about=about)
    with pytest.raises(NotInPlan):
        withdraw(row)
    assert Acceptance.objects.count() == 0


def test_a_place_that_was_removed_meanwhile_is_gone(row: Plan) -> None:
    steps.remove(row, step="pay", version=1, key=new_key())
    with pytest.raises(Gone):
        accept(row, version=1)


def test_other_plans_are_left_alone(row: Plan) -> None:
    other = stored("Pay !")
    accept(row)
    assert acceptances.accepted_in(other) == {}
