"""The class that the demo shows."""

import pytest

from planner.models import Member, Plan, Role, Submission
from planner.services import demo
from planner.services.classes import classrooms, demo_class, picture

pytestmark = pytest.mark.django_db


def test_the_demo_class_has_learners_at_different_points_and_is_made_once() -> None:
    instructor = demo.seed().instructor
    first = demo_class.seed(instructor)
    assert demo_class.seed(instructor) == first
    learners = Member.objects.filter(classroom=first, role=Role.LEARNER)
    assert [member.name for member in learners] == ["Ash", "Bo", "Cleo", "Dee"]
    assert Plan.objects.filter(exercise=first.exercise).count() == 4
    assert Submission.objects.filter(plan__exercise=first.exercise).count() == 2


def test_what_people_have_changed_in_it_stays() -> None:
    instructor = demo.seed().instructor
    classroom = demo_class.seed(instructor)
    classroom.exercise.title = "Ours"
    classroom.exercise.save()
    classroom.members.get(name="Ash").delete()
    again = demo_class.seed(instructor)
    assert (again.exercise.title, again.members.filter(name="Ash").exists()) == ("Ours", False)


def test_one_of_its_hand_ins_has_something_to_tell() -> None:
    instructor = demo.seed().instructor
    classroom = demo_class.seed(instructor)
    seen = picture.picture(classrooms.staff_member(instructor, classroom.pk))
    assert [one.step for one in seen.to_tell] == ["“Post summary in team chat”"]
