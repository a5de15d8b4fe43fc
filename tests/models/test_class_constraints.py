"""The database refuses classes, members, invitations and background work that must never be."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from planner.bridge import store
from planner.core.sketch import sketch
from planner.models import (
    Assignment,
    BundledReport,
    Chunk,
    Classroom,
    ClassWork,
    Exercise,
    HandledForm,
    Invitation,
    Job,
    Member,
    Opened,
    Plan,
    ReusableComment,
    RosterEntry,
    RuleInWork,
    SimulationRun,
    Submission,
    User,
)
from planner.models.job import MAX_ATTEMPTS

pytestmark = pytest.mark.django_db


@pytest.fixture
def classroom() -> Classroom:
    """A class with one row of everything."""
    exercise = Exercise.objects.create(slug="spring", title="Spring")
    made = Classroom.objects.create(name="Spring", exercise=exercise, join_code="KLM234", creation_key=uuid4())
    teacher = User.objects.create_user("teacher")
    Member.objects.create(classroom=made, user=teacher, role="instructor", name="Ms Teacher")
    guest = Member.objects.create(classroom=made, session_token="a browser", name="Guest", return_code_hash="abc")
    RosterEntry.objects.create(classroom=made, name="Guest", number="17", member=guest)
    soon = timezone.now() + timedelta(days=1)
    Invitation.objects.create(classroom=made, role="assistant", token_hash="h", expires_at=soon)
    HandledForm.objects.create(classroom=made, key=uuid4())
    submission = handed_in(exercise)
    Assignment.objects.create(submission=submission, reviewer=teacher)
    Opened.objects.create(submission=submission, reviewer=teacher, seen_at=timezone.now())
    ReusableComment.objects.create(classroom=made, author=teacher, text="Name the consequence.")
    job = Job.objects.create(key=uuid4(), kind="sweep", arguments={})
    Chunk.objects.create(job=job, number=0, arguments={})
    BundledReport.objects.create(job=job, submission=submission, name="learner-1.pdf", content=b"%PDF")
    work = ClassWork.objects.create(plan=submission.plan, exercise=exercise, number=1, submission=submission, latest=1)
    RuleInWork.objects.create(work=work, exercise=exercise, code="R301", standing="open")
    return made


def handed_in(exercise: Exercise) -> Submission:
    plan = Plan(session_token="a browser", exercise=exercise)
    store(plan, sketch("Pay !"))
    test = SimulationRun.objects.create(plan=plan, key=uuid4(), version=1, seed=1, runs=1, document={}, result={})
    lists: dict[str, Any] = {name: [] for name in ("findings", "acceptances", "suggestions", "predictions")}
    return Submission.objects.create(
        plan=plan,
        number=1,
        key=uuid4(),
        version=1,
        document="{}",
        test=test,
        model_version="1",
        rules_version="1",
        fingerprint="f",
        model_shown=False,
        **lists,
    )


def refusal(write: Any) -> str:
    """What the database says, in small letters; nothing if it agrees."""
    try:
        with transaction.atomic():
            write()
    except IntegrityError as error:
        return str(error).lower()
    return ""


WRONG_VALUES: list[tuple[type[models.Model], dict[str, Any]]] = [
    (Classroom, {"name": ""}),
    (Classroom, {"join_code": ""}),
    (Member, {"role": "owner"}),
    (Member, {"name": ""}),
    (Member, {"session_token": "both"}),
    (Member, {"user": None}),
    (RosterEntry, {"name": ""}),
    (Invitation, {"role": "owner"}),
    (Invitation, {"role": "learner"}),
    (ReusableComment, {"text": ""}),
    (ClassWork, {"number": 0}),
    (ClassWork, {"latest": 0}),
    (ClassWork, {"submission": None}),
    (ClassWork, {"worst_share": 1.5}),
    (RuleInWork, {"standing": "gone"}),
    (RuleInWork, {"code": ""}),
    (BundledReport, {"name": ""}),
    (Job, {"status": "stuck"}),
    (Chunk, {"status": "stuck"}),
    (Chunk, {"status": "running"}),
    (Chunk, {"attempts": MAX_ATTEMPTS + 1}),
]


@pytest.mark.parametrize(
    ("table", "values"), WRONG_VALUES, ids=[f"{table.__name__}-{'-'.join(values)}" for table, values in WRONG_VALUES]
)
def test_a_value_that_cannot_be_is_refused(
    table: type[models.Model], values: dict[str, Any], classroom: Classroom
) -> None:
    row = table._default_manager.earliest("pk")
    assert "check" in refusal(lambda: table._default_manager.filter(pk=row.pk).update(**values))


def test_a_guest_is_never_of_the_staff(classroom: Classroom) -> None:
    guest = classroom.members.filter(user=None)
    assert "check" in refusal(lambda: guest.update(role="assistant"))


ONCE: list[tuple[type[models.Model], str, dict[str, Any]]] = [
    (Classroom, "join_code", {"creation_key": UUID(int=2), "exercise_id": None}),
    (Classroom, "creation_key", {"join_code": "OTHER1", "exercise_id": None}),
    (Member, "user", {}),
    (Member, "session_token", {"return_code_hash": "other"}),
    (Member, "return_code_hash", {"session_token": "another browser"}),
    (RosterEntry, "number", {"member_id": None}),
    (Invitation, "token_hash", {}),
    (HandledForm, "key", {}),
    (Assignment, "submission", {}),
    (Opened, "submission", {}),
    (ReusableComment, "text", {}),
    (ClassWork, "plan", {"number": 2, "submission_id": None, "latest": 0}),
    (ClassWork, "number", {"plan_id": None, "submission_id": None, "latest": 0}),
    (RuleInWork, "code", {}),
    (BundledReport, "name", {}),
    (Job, "key", {}),
    (Chunk, "number", {}),
]


@pytest.mark.parametrize(
    ("table", "field", "fresh"), ONCE, ids=[f"{table.__name__}-{field}" for table, field, _ in ONCE]
)
def test_what_may_be_there_once_is_refused_twice(
    table: type[models.Model], field: str, fresh: dict[str, Any], classroom: Classroom
) -> None:
    guests_first = "-pk" if field in ("session_token", "return_code_hash") else "pk"
    row = table._default_manager.order_by(guests_first).first()
    assert row is not None
    values = {one.attname: getattr(row, one.attname) for one in table._meta.concrete_fields if not one.primary_key}
    if "exercise_id" in fresh:
        fresh = {**fresh, "exercise_id": Exercise.objects.create(slug="other", title="Other").pk}
    if fresh.get("plan_id", 1) is None:
        fresh = {**fresh, "plan_id": handed_in(classroom.exercise).plan_id}
    assert "unique" in refusal(lambda: table._default_manager.create(**{**values, **fresh}))


def test_a_class_keeps_its_exercise(classroom: Classroom) -> None:
    with pytest.raises(models.ProtectedError):
        classroom.exercise.delete()
