"""What the site starts with: the worked example, the exercise open to everybody, and an instructor."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from django.db import transaction

from planner.core.planfile import document_from_plan, read_plan
from planner.models import Exercise, Person, Plan, User
from planner.services import plans

if TYPE_CHECKING:
    from planner.core.plan import Plan as CorePlan

EXAMPLE = Path(__file__).parent.parent / "data" / "example.json"
EXAMPLE_KEY = "6a1b5f0e-6f0b-4d7c-9d35-0a2c1f6e8b47"
INSTRUCTOR = "instructor"
TASK = (
    "Take a workflow of your own, with at least five steps of which one changes something outside. Say where it saves "
    "its state, what may happen twice when it resumes, what prevents that, and how it resumes."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeded:
    """What seeding left behind; `password` is that of the instructor if the account is new, and is told only then."""

    exercise: Exercise
    example: Plan
    instructor: User
    password: str | None


def seed() -> Seeded:
    """Make what is not there yet; what is there already is left as people have changed it."""
    example = worked_example()
    with transaction.atomic():
        instructor, password = _instructor()
        exercise, _ = Exercise.objects.get_or_create(
            slug="your-own-workflow",
            defaults={
                "title": "Checkpoints for a workflow of your own",
                "task": TASK,
                "example": document_from_plan(example),
                "is_default": not Exercise.objects.filter(is_default=True).exists(),
            },
        )
        shown = plans.import_file(Person(user=instructor), EXAMPLE.read_bytes(), key=EXAMPLE_KEY, exercise=exercise)
    return Seeded(exercise=exercise, example=shown, instructor=instructor, password=password)


def worked_example() -> CorePlan:
    """Return the worked example of the product."""
    return read_plan(EXAMPLE.read_bytes())


def _instructor() -> tuple[User, str | None]:
    """Return the instructor, and the password if the account is made now."""
    found = User.objects.filter(username=INSTRUCTOR).first()
    if found:
        return found, None
    password = secrets.token_urlsafe(12)
    return User.objects.create_user(INSTRUCTOR, password=password, is_staff=True), password
