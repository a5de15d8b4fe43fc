"""A suggestion that was taken up is remembered, and so is why."""

from typing import Any

import pytest

from planner.core.check import check_plan
from planner.core.errors import PlanError
from planner.models import Plan, TakenSuggestion
from planner.services import suggestions, undo
from planner.services.outcome import NotInPlan
from tests.services.stored import new_key, now_in, stored

pytestmark = pytest.mark.django_db

WHY = "Nobody but the run sends letters, so the outbox knows."


@pytest.fixture
def row() -> Plan:
    return stored("Read\nPay !?\n|\nReport")


def take(row: Plan, *, key: str = "") -> str:
    """Take up the first suggestion of W103; its text."""
    (finding,) = check_plan(now_in(row), select={"W103"})
    choice = next(choice for choice in finding.fix if choice.change)
    assert choice.change
    change = suggestions.name_of(choice.change)
    form: dict[str, Any] = {"code": "W103", "step": "pay", "checkpoint": "", "change": change}
    suggestions.take_up(row, **form, version=row.version, key=key or new_key())
    return choice.text


def kept(row: Plan) -> list[tuple[str, str, int, str, str]]:
    taken = row.suggestions.filter(removed=False)
    return list(taken.values_list("code", "step", "version", "choice", "reason"))


def test_it_is_noted_with_the_version_that_it_made(row: Plan) -> None:
    text = take(row)
    assert kept(row) == [("W103", "pay", 2, text, "")]


def test_the_reason_comes_in_the_learners_words(row: Plan) -> None:
    text = take(row)
    suggestions.explain(row, taken=2, reason=WHY, version=2, key=new_key())
    assert (kept(row), row.version) == ([("W103", "pay", 2, text, WHY)], 3)


def test_the_same_request_notes_it_once(row: Plan) -> None:
    key = new_key()
    (finding,) = check_plan(now_in(row), select={"W103"})
    change = next(suggestions.name_of(choice.change) for choice in finding.fix if choice.change)
    form: dict[str, Any] = {"code": "W103", "step": "pay", "checkpoint": "", "change": change}
    for _ in range(2):
        suggestions.take_up(row, **form, version=1, key=key)
    assert TakenSuggestion.objects.count() == 1


def test_what_is_undone_is_no_longer_taken(row: Plan) -> None:
    take(row)
    undo.undo(row, of=2, version=2, key=new_key())
    assert kept(row) == []
    with pytest.raises(NotInPlan):
        suggestions.explain(row, taken=2, reason=WHY, version=row.version, key=new_key())


def test_a_reason_has_words(row: Plan) -> None:
    take(row)
    with pytest.raises(PlanError) as refused:
        suggestions.explain(row, taken=2, reason=" ", version=2, key=new_key())
    assert (refused.value.path, [said[-1] for said in kept(row)]) == ("reason", [""])


def test_only_what_was_taken_can_be_explained(row: Plan) -> None:
    with pytest.raises(NotInPlan):
        suggestions.explain(row, taken=2, reason=WHY, version=1, key=new_key())
