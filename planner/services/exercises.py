"""The exercises that learners work on, and what each decides for its learners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from planner.core.plan import Plan as CorePlan
from planner.core.planfile import plan_from_document
from planner.models import Exercise, Member, Plan, Role, SimulationRun

if TYPE_CHECKING:
    from datetime import datetime

    from planner.core.plan import Interruptions
    from planner.models import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """In what order a learner meets things: whether the model's view is open at once, and what findings wait for."""

    shown: bool = False
    awaits_test: bool = False


def default() -> Exercise | None:
    """Return the exercise that is open to everybody; None before the first seeding."""
    return Exercise.objects.filter(is_default=True).first()


def of(person: Person | None) -> Exercise | None:
    """Return the exercise of the class that a person came into last; the default one for who is in no class."""
    member = member_of_last_class(person) if person else None
    return member.classroom.exercise if member else default()


def member_of_last_class(person: Person) -> Member | None:
    """Return how a person learns in the class that they came into last, with its class and exercise."""
    members = Member.objects.filter(user=person.user, session_token=person.session_token, role=Role.LEARNER)
    return members.select_related("classroom__exercise").order_by("-joined_at", "-pk").first()


def order_for(row: Plan) -> Order:
    """Return what the exercise of a plan decides, with at most two queries; who asked to see it all sees it all."""
    asked, exercise = row.model_shown_at is not None, row.exercise
    if exercise is None:
        return Order(shown=asked)
    before_test = exercise.findings_before_test or asked
    awaits_test = not before_test and not SimulationRun.objects.filter(plan=row.pk).exists()
    return Order(shown=asked or not exercise.learner_judges_first, awaits_test=awaits_test)


def interruptions_of(exercise: Exercise | None) -> Interruptions:
    """Return what interrupts a new plan of an exercise."""
    if exercise is None or exercise.interruptions is None:
        return CorePlan(title="New").interruptions
    document = {"format": "checkpoint-plan/1", "title": exercise.title, "interruptions": exercise.interruptions}
    return plan_from_document(document).interruptions


def is_late(exercise: Exercise | None, at: datetime) -> bool:
    """Whether a hand-in at a time comes after the exercise was due; it is taken all the same."""
    return exercise is not None and exercise.due_at is not None and at > exercise.due_at
