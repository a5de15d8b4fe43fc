"""What a person does with whole plans."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from planner.bridge import store
from planner.core.plan import Plan as CorePlan
from planner.core.planfile import read_plan, write_plan
from planner.models import Person as Person
from planner.models import Plan, User
from planner.services import exercises, walkthrough
from planner.services.classes import members
from planner.services.draft import tidy_text
from planner.services.limits import require_short_names
from planner.services.once import key_of
from planner.services.whole import edit_whole

if TYPE_CHECKING:
    from typing import Unpack

    from planner.models import Exercise
    from planner.models.plan import PlanQuerySet
    from planner.services.outcome import Outcome


class PlanFields(TypedDict, total=False):
    """What a person can say of a plan as a whole."""

    title: str
    goal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    """How much belongs to a plan, and is deleted with it."""

    steps: int
    tests: int
    hand_ins: int
    links: int


def visible_to(person: Person) -> PlanQuerySet:
    """Return the plans of a person, the newest change first."""
    return Plan.objects.visible_to(person).order_by("-changed_at")


def find(person: Person, plan_id: UUID) -> Plan:
    """Return a plan of this person; Plan.DoesNotExist for one that is not theirs too."""
    return Plan.objects.visible_to(person).select_related("exercise").get(pk=plan_id)


def create(person: Person, *, title: str, key: str, goal: str = "", exercise: Exercise | None = None) -> Plan:
    """Start an empty plan with what interrupts it in this exercise; the same form again gives the same plan.

    PlanError for a title that is blank.
    """
    interruptions = exercises.interruptions_of(exercise)
    plan = CorePlan(title=tidy_text(title), goal=tidy_text(goal), interruptions=interruptions)
    return _stored(person, plan, key=key, exercise=exercise)


def import_file(person: Person, content: bytes | str, *, key: str, exercise: Exercise | None = None) -> Plan:
    """Start a plan from a plan file; the same form again gives the same plan. PlanError as `read_plan`."""
    return _stored(person, read_plan(content), key=key, exercise=exercise)


def describe(row: Plan, *, version: int, key: str, **fields: Unpack[PlanFields]) -> Outcome:
    """Change the title or the goal of a plan."""
    return edit_whole(row, fields, prefix="", version=version, key=key)


def show_model(row: Plan) -> None:
    """Note that the learner wants to see what the model says, the first time; it cannot be taken back."""
    Plan.objects.filter(pk=row.pk, model_shown_at=None).update(model_shown_at=timezone.now())
    row.refresh_from_db()


def holdings(row: Plan) -> Holdings:
    """Return how much there is of a plan."""
    return Holdings(
        steps=row.steps.filter(removed=False).count(),
        tests=row.simulation_runs.count(),
        hand_ins=row.submissions.count(),
        links=row.report_links.count(),
    )


def delete(row: Plan) -> None:
    """Delete a plan with all that belongs to it; it cannot be brought back."""
    row.delete()


def adopt(session_token: str, user: User) -> int:
    """Give what was done in a browser to the user who signs in there, and return how many plans that are."""
    with transaction.atomic():
        walkthrough.adopt(session_token, user)
        members.adopt(session_token, user)
        plans = Plan.objects.select_for_update().visible_to(Person(session_token=session_token))
        known = Plan.objects.filter(owner=user).values("creation_key")
        # A form that was sent both before and after signing in has made two plans; only one can answer to it.
        plans.filter(creation_key__in=known).update(creation_key=None)
        return plans.update(owner=user, session_token="")


def _stored(person: Person, plan: CorePlan, *, key: str, exercise: Exercise | None) -> Plan:
    """Store a new plan, once for each person, key and content."""
    require_short_names(plan)
    creation_key = uuid5(key_of(key), write_plan(plan))
    start = {"title": plan.title, "exercise": exercise}
    with transaction.atomic():
        row, is_new = Plan.objects.get_or_create(**person.ownership, creation_key=creation_key, defaults=start)
        if is_new:
            store(row, plan)
    return row
