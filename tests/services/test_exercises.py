"""What an exercise decides for its learners."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from planner.bridge import core_plan
from planner.core.plan import Interruptions
from planner.core.plan import Plan as CorePlan
from planner.core.planfile import write_plan
from planner.core.sketch import sketch
from planner.models import Classroom, Person, Submission, User
from planner.services import demo, examples, exercises, plans, submissions
from planner.services.classes import classrooms, members
from planner.services.exercises import Order
from tests.services.ready import ready, with_test
from tests.services.stored import new_key

pytestmark = pytest.mark.django_db

GUEST = Person(session_token="a browser")


def new_class(name: str = "Spring") -> Classroom:
    return classrooms.create(User.objects.create_user(f"teacher of {name}"), name=name, key=str(uuid4()))


def test_a_person_works_on_the_exercise_of_the_class_they_came_into_last() -> None:
    default = demo.seed().exercise
    first, second = new_class("First"), new_class("Second")
    assert (exercises.of(None), exercises.of(GUEST)) == (default, default)
    members.join(GUEST, first, name="Kim")
    assert exercises.of(GUEST) == first.exercise
    members.join(GUEST, second, name="Kim")
    assert exercises.of(GUEST) == second.exercise


def test_those_who_teach_are_not_learners_of_their_class() -> None:
    default, classroom = demo.seed().exercise, new_class()
    teacher = User.objects.get(username="teacher of Spring")
    assert exercises.of(Person(user=teacher)) == default
    assert classroom.exercise != default


def test_new_plans_start_with_what_interrupts_the_class() -> None:
    classroom = new_class()
    without = plans.create(GUEST, title="A", key=new_key(), exercise=classroom.exercise)
    classrooms.edit_interruptions(classroom, session_limit_ms=600_000)
    within = plans.create(GUEST, title="B", key=new_key(), exercise=classroom.exercise)
    assert core_plan(without).interruptions == CorePlan(title="A").interruptions
    assert core_plan(within).interruptions == Interruptions(session_limit_ms=600_000)


def test_the_example_is_the_product_s_own_until_a_class_brings_another() -> None:
    classroom = new_class()
    members.join(GUEST, classroom, name="Kim")
    assert examples.own_of(classroom.exercise) is None
    classrooms.set_example(classroom, write_plan(sketch("Read\nPay !")))
    assert examples.own_of(classroom.exercise) == sketch("Read\nPay !")
    copy = examples.copy(GUEST, key=new_key())
    assert (core_plan(copy), copy.exercise) == (sketch("Read\nPay !"), classroom.exercise)


def test_the_order_is_what_the_exercise_says_now() -> None:
    classroom = new_class()
    row = plans.create(GUEST, title="A", key=new_key(), exercise=classroom.exercise)
    assert exercises.order_for(row) == Order(shown=False, awaits_test=False)
    classrooms.edit_exercise(classroom, findings_before_test=False)
    assert exercises.order_for(row) == Order(shown=False, awaits_test=True)
    classrooms.edit_exercise(classroom, learner_judges_first=False)
    assert exercises.order_for(row) == Order(shown=True, awaits_test=True)
    with_test(row)
    assert exercises.order_for(row) == Order(shown=True, awaits_test=False)


def test_who_asks_to_see_it_all_sees_it_all() -> None:
    classroom = new_class()
    classrooms.edit_exercise(classroom, findings_before_test=False)
    row = plans.create(GUEST, title="A", key=new_key(), exercise=classroom.exercise)
    plans.show_model(row)
    assert exercises.order_for(row) == Order(shown=True, awaits_test=False)


def test_a_plan_without_an_exercise_has_the_usual_order() -> None:
    assert exercises.order_for(ready()) == Order()


def test_a_hand_in_after_the_date_is_late() -> None:
    classroom, now = new_class(), timezone.now()
    assert not exercises.is_late(classroom.exercise, now)
    classrooms.edit_exercise(classroom, due_at=now)
    assert exercises.is_late(classroom.exercise, now + timedelta(seconds=1))
    assert not exercises.is_late(classroom.exercise, now)
    assert not exercises.is_late(None, now)


def test_a_late_hand_in_is_taken_and_one_to_a_closed_exercise_is_not() -> None:
    classroom, row = new_class(), ready()
    row.exercise = classroom.exercise
    row.save()
    classrooms.edit_exercise(classroom, due_at=timezone.now() - timedelta(days=1), takes_hand_ins=False)
    with pytest.raises(submissions.Closed):
        submissions.hand_in(row, version=row.version, key=new_key())
    assert Submission.objects.count() == 0
    classrooms.edit_exercise(classroom, takes_hand_ins=True)
    assert submissions.hand_in(row, version=row.version, key=new_key()).number == 1
