"""What has been kept for long enough goes; what is younger, or another's, stays."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from planner.models import Classroom, Edit, HandledRequest, Member, Person, Plan, Role, User
from planner.services import plans, steps, submissions
from planner.services.classes import classrooms, members
from planner.services.tidying import Tidied, tidy
from tests.services.ready import ready
from tests.services.stored import new_key

pytestmark = pytest.mark.django_db

NOW = timezone.now()
NOTHING = Tidied(plans=0, guests=0, traces=0)


def class_that_keeps(days: int | None) -> Classroom:
    classroom = classrooms.create(User.objects.create_user("teacher"), name="Spring", key=str(uuid4()))
    classrooms.edit(classroom, keep_days=days)
    return classroom


def learner(classroom: Classroom, browser: str = "a browser", *, last_change: datetime) -> Plan:
    """A guest who came in and began a plan at the time of the last change."""
    person = Person(session_token=browser)
    members.join(person, classroom, name="Kim")
    row = plans.create(person, title="A plan", key=new_key(), exercise=classroom.exercise)
    set_back(row, last_change)
    Member.objects.filter(session_token=browser).update(joined_at=last_change)
    return row


def set_back(row: Plan, last_change: datetime) -> None:
    Plan.objects.filter(pk=row.pk).update(changed_at=last_change)


def test_work_goes_with_its_guest_when_the_class_keeps_it_no_longer() -> None:
    classroom = class_that_keeps(30)
    learner(classroom, last_change=NOW - timedelta(days=31))
    young = learner(classroom, "another browser", last_change=NOW - timedelta(days=29))
    assert tidy(now=NOW) == Tidied(plans=1, guests=1, traces=0)
    assert list(Plan.objects.all()) == [young]
    assert [one.session_token for one in classroom.members.filter(role=Role.LEARNER)] == ["another browser"]


def test_a_class_that_says_nothing_keeps_everything() -> None:
    learner(class_that_keeps(None), last_change=NOW - timedelta(days=3_000))
    assert tidy(now=NOW).plans == 0


def test_an_old_plan_stays_with_a_younger_one_of_the_same_person() -> None:
    classroom = class_that_keeps(30)
    learner(classroom, last_change=NOW - timedelta(days=100))
    plans.create(Person(session_token="a browser"), title="New", key=new_key(), exercise=classroom.exercise)
    assert tidy(now=NOW) == NOTHING


def test_a_hand_in_counts_as_a_change() -> None:
    classroom, row = class_that_keeps(30), ready()
    row.exercise = classroom.exercise
    row.save()
    submissions.hand_in(row, version=row.version, key=new_key())
    set_back(row, NOW - timedelta(days=31))
    assert tidy(now=NOW).plans == 0
    assert tidy(now=NOW + timedelta(days=31)).plans == 1


def test_work_that_belongs_to_no_class_stays() -> None:
    class_that_keeps(1)
    row = ready()
    set_back(row, NOW - timedelta(days=3_000))
    assert tidy(now=NOW).plans == 0


def test_how_edits_came_about_goes_where_a_plan_has_rested() -> None:
    resting, busy = ready(), ready()
    for row in (resting, busy):
        steps.add(row, name="More", version=1, key=new_key())
    HandledRequest.objects.update(handled_at=NOW - timedelta(days=91))
    set_back(resting, NOW - timedelta(days=91))
    edits = Edit.objects.filter(plan=resting).count()
    assert tidy(now=NOW) == Tidied(plans=0, guests=0, traces=edits + 2)
    assert set(Edit.objects.values_list("plan", flat=True)) == {busy.pk}
    assert edits > 0
