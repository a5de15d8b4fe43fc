"""A class with staff and learners, of whom some have handed in."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from planner.bridge import store
from planner.models import Classroom, Exercise, Member, Plan, Role, Submission, User
from planner.services import submissions
from planner.services.classes import classrooms
from tests.services.ready import DRAWING, ready_plan, with_test
from tests.services.stored import new_key

if TYPE_CHECKING:
    from planner.core.plan import Plan as CorePlan

NOW = datetime(2026, 11, 27, 10, 0, tzinfo=UTC)


def opened_class(name: str = "Spring") -> Member:
    """A class, as its instructor's membership."""
    teacher = User.objects.create_user(f"teacher {uuid.uuid4().hex[:6]}", first_name="Tea", last_name="Cher")
    classroom = classrooms.create(teacher, name=name, key=new_key())
    return classrooms.staff_member(teacher, classroom.pk)


def assistant(classroom: Classroom, name: str = "Priya R.") -> Member:
    """One more who reviews."""
    user = User.objects.create_user(f"assistant {uuid.uuid4().hex[:6]}")
    Member.objects.create(classroom=classroom, user=user, role=Role.ASSISTANT, name=name)
    return classrooms.staff_member(user, classroom.pk)


def learner(classroom: Classroom, name: str = "Kim", plan: CorePlan | None = None) -> Plan:
    """A learner's plan, ready to be handed in."""
    token = uuid.uuid4().hex
    Member.objects.create(classroom=classroom, session_token=token, name=name)
    return ready_in(classroom.exercise, token, plan or ready_plan(DRAWING))


def ready_in(exercise: Exercise, token: str, plan: CorePlan) -> Plan:
    row = Plan(session_token=token, exercise=exercise)
    store(row, plan)
    row = Plan.objects.get(pk=row.pk)
    with_test(row)
    return row


def handed_in(classroom: Classroom, name: str = "Kim", plan: CorePlan | None = None) -> Submission:
    """A learner's first hand-in."""
    row = learner(classroom, name, plan)
    return submissions.hand_in(row, version=row.version, key=new_key())


def many(classroom: Classroom, number: int) -> list[Submission]:
    """So many learners' first hand-ins, made quickly: copies of one."""
    first = handed_in(classroom, "Learner 1")
    made = [first]
    for at in range(2, number + 1):
        row = Plan(session_token=uuid.uuid4().hex, exercise=classroom.exercise, title=first.plan.title)
        row.save()
        Member.objects.create(classroom=classroom, session_token=row.session_token, name=f"Learner {at}")
        made.append(copied(first, row))
    return made


def copied(handed_in: Submission, row: Plan) -> Submission:
    """The same hand-in by another learner."""
    kept = {field.attname: getattr(handed_in, field.attname) for field in Submission._meta.concrete_fields}
    test = handed_in.test
    test.pk, test.key, test.plan = None, uuid.uuid4(), row
    test._state.adding = True
    test.save()
    kept |= {"id": uuid.uuid4(), "plan_id": row.pk, "key": uuid.uuid4(), "test_id": test.pk}
    handed_in.refresh_from_db()
    return Submission.objects.create(**kept)
