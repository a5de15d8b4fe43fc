"""The rubric of a class."""

from uuid import uuid4

import pytest

from planner.core.errors import PlanError
from planner.models import Classroom, Criterion, Review, Score, User
from planner.services import submissions
from planner.services.classes import classrooms, criteria
from tests.services.ready import ready
from tests.services.stored import new_key

pytestmark = pytest.mark.django_db

FOUR = ["none", "some", "most", "all"]


@pytest.fixture
def classroom() -> Classroom:
    return classrooms.create(User.objects.create_user("teacher"), name="Spring", key=str(uuid4()))


def names(classroom: Classroom) -> list[str]:
    return [row.name for row in criteria.of(classroom)]


def numbered(classroom: Classroom, name: str) -> int:
    return criteria.of(classroom).get(name=name).pk


def test_a_new_class_has_the_four_parts_of_a_plan(classroom: Classroom) -> None:
    assert names(classroom) == ["Steps and effects", "Checkpoints", "Unsafe points", "State and resume"]
    assert [len(row.levels) for row in criteria.of(classroom)] == [4, 4, 4, 4]


def test_a_criterion_comes_last_and_can_be_changed(classroom: Classroom) -> None:
    criteria.add(classroom, name=" Words ", levels=FOUR)
    assert names(classroom)[-1] == "Words"
    criteria.edit(classroom, numbered(classroom, "Words"), name="Telling words", levels=[*FOUR[:3], " every one "])
    row = criteria.of(classroom).last()
    assert row is not None
    assert (row.name, row.levels) == ("Telling words", ["none", "some", "most", "every one"])


@pytest.mark.parametrize(("name", "levels"), [("  ", FOUR), ("Words", FOUR[:3])])
def test_a_criterion_without_a_name_or_a_level_is_refused(classroom: Classroom, name: str, levels: list[str]) -> None:
    with pytest.raises(PlanError):
        criteria.add(classroom, name=name, levels=levels)
    assert len(names(classroom)) == 4


def test_criteria_change_places_with_their_neighbours(classroom: Classroom) -> None:
    second = numbered(classroom, "Checkpoints")
    assert criteria.move(classroom, second, up=True) == 1
    assert names(classroom) == ["Checkpoints", "Steps and effects", "Unsafe points", "State and resume"]
    assert criteria.move(classroom, second, up=True) == 1
    assert criteria.move(classroom, second, up=False) == 2
    assert names(classroom)[:2] == ["Steps and effects", "Checkpoints"]


def test_a_criterion_of_another_class_is_not_found(classroom: Classroom) -> None:
    other = classrooms.create(User.objects.create_user("other"), name="Other", key=str(uuid4()))
    foreign = numbered(other, "Checkpoints")
    with pytest.raises(Criterion.DoesNotExist):
        criteria.move(classroom, foreign, up=True)
    with pytest.raises(Criterion.DoesNotExist):
        criteria.edit(classroom, foreign, name="Mine", levels=FOUR)
    criteria.remove(classroom, foreign)
    assert names(other) == ["Steps and effects", "Checkpoints", "Unsafe points", "State and resume"]


def test_a_criterion_goes_once_and_the_others_stay(classroom: Classroom) -> None:
    first = numbered(classroom, "Steps and effects")
    for _ in range(2):
        criteria.remove(classroom, first)
    assert names(classroom) == ["Checkpoints", "Unsafe points", "State and resume"]


def test_a_criterion_with_points_stays(classroom: Classroom) -> None:
    row = ready()
    handed_in = submissions.hand_in(row, version=row.version, key=new_key())
    review = Review.objects.create(submission=handed_in, reviewer=User.objects.get(username="teacher"))
    given = criteria.of(classroom)[0]
    Score.objects.create(review=review, criterion=given, points=2)
    with pytest.raises(PlanError, match="so it stays"):
        criteria.remove(classroom, given.pk)
    assert Score.objects.get().points == 2
