"""Opening a class and deciding how it works."""

from typing import Any
from uuid import uuid4

import pytest

from planner.core.errors import PlanError
from planner.core.planfile import write_plan
from planner.core.sketch import sketch
from planner.models import Classroom, Member, Role, User
from planner.services.classes import classrooms

pytestmark = pytest.mark.django_db


@pytest.fixture
def teacher() -> User:
    return User.objects.create_user("teacher", first_name="Tea", last_name="Cher")


@pytest.fixture
def classroom(teacher: User) -> Classroom:
    return classrooms.create(teacher, name=" Spring ", key=str(uuid4()))


def test_a_class_has_a_code_a_worked_example_and_its_maker_as_instructor(classroom: Classroom) -> None:
    assert classroom.name == "Spring"
    assert len(classroom.join_code) == 6
    assert classroom.exercise.example is not None
    assert classroom.exercise.example["title"] == "Weekly donor thank-you run"
    assert [(member.name, member.role) for member in classroom.members.all()] == [("Tea Cher", Role.INSTRUCTOR)]


def test_the_same_form_twice_makes_one_class(teacher: User) -> None:
    key = str(uuid4())
    assert classrooms.create(teacher, name="A", key=key) == classrooms.create(teacher, name="A", key=key)
    assert Classroom.objects.count() == 1


def test_a_class_without_a_name_is_refused(teacher: User) -> None:
    with pytest.raises(PlanError, match="a class needs a name"):
        classrooms.create(teacher, name="  ", key=str(uuid4()))


def test_only_the_staff_of_a_class_are_its_staff(classroom: Classroom, teacher: User) -> None:
    stranger = User.objects.create_user("stranger")
    Member.objects.create(classroom=classroom, user=stranger, name="S")
    assert classrooms.staff_member(teacher, classroom.pk).role == Role.INSTRUCTOR
    with pytest.raises(Member.DoesNotExist):
        classrooms.staff_member(stranger, classroom.pk)


def test_an_own_example_is_a_plan_file(classroom: Classroom) -> None:
    classrooms.set_example(classroom, write_plan(sketch("Read\nPay !")))
    classroom.exercise.refresh_from_db()
    assert classroom.exercise.example is not None
    assert [step["name"] for step in classroom.exercise.example["steps"]] == ["Read", "Pay"]
    with pytest.raises(PlanError):
        classrooms.set_example(classroom, "{}")


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"session_limit_ms": 900_000}, {"session_limit_seconds": 900}),
        ({"restart_every_ms": 3_600_000}, {"restart_every_seconds": 3600}),
    ],
)
def test_new_plans_start_with_the_interruptions_of_the_class(classroom: Classroom, given: Any, kept: Any) -> None:
    classrooms.edit_interruptions(classroom, **given)
    classroom.exercise.refresh_from_db()
    assert classroom.exercise.interruptions == kept


def test_interruptions_that_cannot_be_are_refused_with_their_place(classroom: Classroom) -> None:
    with pytest.raises(PlanError) as refused:
        classrooms.edit_interruptions(classroom, session_limit_ms=-1)
    assert refused.value.path == "session_limit_seconds"


def test_a_renewed_code_replaces_the_old_one(classroom: Classroom) -> None:
    old = classroom.join_code
    assert classrooms.renew_join_code(classroom) != old
