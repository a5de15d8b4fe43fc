"""`manage.py tidy` deletes what has been kept for long enough and says how much."""

from datetime import timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone

from planner.models import Person, Plan, User
from planner.services import plans
from planner.services.classes import classrooms, members

pytestmark = pytest.mark.django_db


def test_old_work_guests_and_sessions_go() -> None:
    long_ago = timezone.now() - timedelta(days=2)
    classroom = classrooms.create(User.objects.create_user("teacher"), name="Spring", key=str(uuid4()))
    classrooms.edit(classroom, keep_days=1)
    guest = Person(session_token="a browser")
    member = members.join(guest, classroom, name="Kim").member
    plans.create(guest, title="A plan", key=str(uuid4()), exercise=classroom.exercise)
    Plan.objects.update(changed_at=long_ago)
    member.joined_at = long_ago
    member.save()
    Session.objects.create(session_key="old", expire_date=long_ago)
    told = StringIO()
    call_command("tidy", stdout=told)
    assert told.getvalue() == "Deleted: plans 1, guests 1, traces of edits 0.\n"
    assert (Plan.objects.count(), classroom.members.count(), Session.objects.count()) == (0, 1, 0)
