"""Which places of the exercise are done."""

import pytest

from planner.models import Exercise, Plan
from planner.services import people, progress, steps, submissions, walkthrough
from planner.services.progress import Stage
from tests.services.ready import ready, ready_plan, with_test
from tests.services.stored import new_key, stored, stored_plan

pytestmark = pytest.mark.django_db


def done(row: Plan) -> set[str]:
    return {stage.value for stage in progress.done(Plan.objects.get(pk=row.pk))}


def test_at_the_beginning_nothing_is() -> None:
    assert done(stored("")) == set()


def test_the_example_is_once_each_of_its_screens_has_an_answer() -> None:
    row, person = stored("Read"), people.browser("a browser")
    for screen in walkthrough.SCREENS:
        assert done(row) == set()
        walkthrough.answer(person, screen=screen, text="In my own words.", before="")
    assert done(row) == {"example"}


def test_the_plan_is_once_only_its_test_is_missing() -> None:
    row = stored_plan(ready_plan())
    assert done(row) == {"plan"}
    steps.add(row, name="And then", version=1, key=new_key())
    assert done(row) == set()


def test_the_test_is_while_it_holds_for_the_plan() -> None:
    row = ready()
    assert done(row) == {"plan", "test"}
    steps.edit(row, step="read", name="Read it all", version=1, key=new_key())
    assert done(row) == {"plan", "test"}
    steps.edit(row, step="read", duration_ms=600_000, version=2, key=new_key())
    assert done(row) == {"plan"}


def test_the_hand_in_is_while_the_plan_stands_as_it_was_handed_in() -> None:
    row = ready()
    submissions.hand_in(row, version=1, key=new_key())
    assert done(row) == {"plan", "test", "hand-in"}
    steps.edit(row, step="read", name="Read it all", version=1, key=new_key())
    assert done(row) == {"plan", "test"}


def test_where_findings_open_with_the_first_test_the_plan_is_not_before() -> None:
    row = stored_plan(ready_plan())
    row.exercise = Exercise.objects.create(slug="judge-first", title="Judge first", findings_before_test=False)
    row.save()
    assert done(row) == set()
    with_test(row)
    assert done(row) == {Stage.PLAN, Stage.TEST}
