"""Forms about a class act once."""

from uuid import uuid4

import pytest

from planner.core.errors import PlanError
from planner.models import Classroom, HandledForm, User
from planner.services.classes import classrooms
from planner.services.classes.once import once_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def classroom() -> Classroom:
    return classrooms.create(User.objects.create_user("teacher"), name="Spring", key=str(uuid4()))


def test_the_same_form_acts_once_and_another_acts_again(classroom: Classroom) -> None:
    key = str(uuid4())
    first = once_in(classroom, lambda: classrooms.renew_join_code(classroom), key=key)
    assert once_in(classroom, lambda: classrooms.renew_join_code(classroom), key=key) is None
    assert Classroom.objects.get().join_code == first
    assert once_in(classroom, lambda: classrooms.renew_join_code(classroom), key=str(uuid4())) not in (None, first)


def test_a_form_that_is_refused_can_be_sent_again(classroom: Classroom) -> None:
    key = str(uuid4())
    with pytest.raises(PlanError):
        once_in(classroom, lambda: classrooms.edit(classroom, name=" "), key=key)
    assert HandledForm.objects.count() == 0
    once_in(classroom, lambda: classrooms.edit(classroom, name="Autumn"), key=key)
    assert Classroom.objects.get().name == "Autumn"


def test_a_key_that_is_none_is_refused(classroom: Classroom) -> None:
    with pytest.raises(PlanError, match="the key of a form is a UUID"):
        once_in(classroom, lambda: None, key="x")
