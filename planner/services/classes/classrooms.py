"""Opening a class and deciding how it works."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict
from uuid import uuid4

from django.db import transaction

from planner.core.errors import require
from planner.core.plan import Interruptions
from planner.core.plan import Plan as CorePlan
from planner.core.planfile import document_from_plan, read_plan
from planner.models import Classroom, Exercise, Member
from planner.models.classroom import STAFF as STAFF
from planner.models.classroom import Role as Role
from planner.services.classes import criteria
from planner.services.classes.codes import new_join_code
from planner.services.demo import TASK, worked_example
from planner.services.draft import tidy_text
from planner.services.once import key_of

if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any, Unpack
    from uuid import UUID

    from django.db.models import QuerySet

    from planner.models import Person, User
    from planner.services.interruptions import InterruptionFields


class ClassroomFields(TypedDict, total=False):
    """What an instructor can say of a class."""

    name: str
    is_open: bool
    keep_days: int | None


class ExerciseFields(TypedDict, total=False):
    """What an instructor can say of the exercise of a class."""

    title: str
    task: str
    due_at: datetime | None
    learner_judges_first: bool
    findings_before_test: bool
    takes_hand_ins: bool


def create(instructor: User, *, name: str, key: str) -> Classroom:
    """Open a class with a worked example, a task and a rubric to start from; the same form again gives the same class.

    PlanError for a blank name.
    """
    creation_key, title = key_of(key), tidy_text(name).strip()
    require(bool(title), "name", "a class needs a name")
    with transaction.atomic():
        known = Classroom.objects.filter(creation_key=creation_key, members__user=instructor).first()
        return known or _create(instructor, title, creation_key)


def _create(instructor: User, name: str, creation_key: UUID) -> Classroom:
    example = document_from_plan(worked_example())
    exercise = Exercise.objects.create(slug=f"class-{uuid4().hex[:12]}", title=name, task=TASK, example=example)
    classroom = Classroom.objects.create(
        name=name, exercise=exercise, join_code=_unused_code(), creation_key=creation_key
    )
    shown = instructor.get_full_name() or instructor.get_username()
    Member.objects.create(classroom=classroom, user=instructor, role=Role.INSTRUCTOR, name=shown)
    criteria.add_all(classroom)
    return classroom


def _unused_code() -> str:
    code = new_join_code()
    while Classroom.objects.filter(join_code=code).exists():
        code = new_join_code()
    return code


def staff_member(user: User, classroom_id: UUID, *, roles: tuple[Role, ...] = STAFF) -> Member:
    """Return the membership of a user who is of the staff of a class; Member.DoesNotExist for everybody else."""
    members = Member.objects.select_related("classroom__exercise", "user")
    return members.get(classroom_id=classroom_id, user=user, role__in=roles)


def member(person: Person, classroom_id: UUID) -> Member:
    """Return the membership of a person in a class, in any role; Member.DoesNotExist for everybody else."""
    members = Member.objects.select_related("classroom__exercise")
    return members.get(**_columns(person), classroom_id=classroom_id)


def memberships(person: Person) -> QuerySet[Member]:
    """Return how a person takes part in classes, the newest first, each with its class and exercise."""
    return Member.objects.select_related("classroom__exercise").filter(**_columns(person)).order_by("-joined_at", "-pk")


def edit(classroom: Classroom, **fields: Unpack[ClassroomFields]) -> None:
    """Change a class; PlanError for a blank name."""
    _change(classroom, dict(fields))


def edit_exercise(classroom: Classroom, **fields: Unpack[ExerciseFields]) -> None:
    """Change the exercise of a class; PlanError for a blank title."""
    _change(classroom.exercise, dict(fields))


def set_example(classroom: Classroom, content: bytes | str) -> CorePlan:
    """Take a plan file as the worked example; PlanError as `read_plan`."""
    plan = read_plan(content)
    _change(classroom.exercise, {"example": document_from_plan(plan)})
    return plan


def edit_interruptions(classroom: Classroom, **fields: Unpack[InterruptionFields]) -> None:
    """Say what interrupts new plans of this class, field by field; PlanError if it cannot be."""
    plan = CorePlan(title="New", interruptions=Interruptions(**fields))
    _change(classroom.exercise, {"interruptions": interruptions_of(plan)})


def interruptions_of(plan: CorePlan) -> Any:
    """Return the part of a plan file that says what interrupts a run."""
    return document_from_plan(plan).get("interruptions", {"restart_every_seconds": 3600})


def renew_join_code(classroom: Classroom) -> str:
    """Give the class another join code; the old one lets nobody in any more."""
    classroom.join_code = _unused_code()
    classroom.save(update_fields=["join_code"])
    return classroom.join_code


def _change(row: Classroom | Exercise, fields: dict[str, Any]) -> None:
    for name in ("name", "title"):
        if name in fields:
            fields[name] = tidy_text(fields[name]).strip()
            require(bool(fields[name]), name, "it needs a name")
    if "task" in fields:
        fields["task"] = tidy_text(fields["task"])
    for name, value in fields.items():
        setattr(row, name, value)
    row.save(update_fields=list(fields))


def _columns(person: Person) -> dict[str, Any]:
    return {"user": person.user, "session_token": person.session_token}
