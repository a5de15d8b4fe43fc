"""A small class to look at, with learners at different points of their work."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import transaction

from planner.core.finding import Place
from planner.core.planfile import read_plan, write_plan
from planner.models import Person
from planner.services import acceptances, demo, plans, submissions, trials
from planner.services.classes import classrooms, members
from planner.services.walkthrough import WORKED

if TYPE_CHECKING:
    from planner.core.plan import Plan as CorePlan
    from planner.models import Classroom, Plan, User

NAME = "Demo class"
KEY = uuid5(NAMESPACE_URL, "checkpoint-planner/demo-class")
RUNS = 200


def seed(instructor: User) -> Classroom:
    """Make the class with its learners unless it is there already."""
    with transaction.atomic():
        classroom = classrooms.create(instructor, name=NAME, key=str(KEY))
        if not classroom.members.exclude(user=instructor).exists():
            classrooms.edit_exercise(classroom, title="Checkpoints for a workflow of your own")
            _enter_learners(classroom)
    return classroom


def _enter_learners(classroom: Classroom) -> None:
    worked, begun = read_plan(WORKED.read_bytes()), demo.worked_example()
    _enter(classroom, "Ash", begun)
    _hand_in(_enter(classroom, "Bo", worked))
    _hand_in(_left_open(_enter(classroom, "Cleo", _told_twice(worked))))
    _enter(classroom, "Dee", replace(begun, title="Monthly invoices", checkpoints=()))


def _enter(classroom: Classroom, name: str, plan: CorePlan) -> Plan:
    """Let a guest come into the class with a plan."""
    person = Person(session_token=_key("browser", name))
    members.join(person, classroom, name=name)
    return plans.import_file(person, write_plan(plan), key=_key("plan", name), exercise=classroom.exercise)


def _hand_in(row: Plan) -> None:
    """Test a plan and hand it in."""
    trials.run(row, version=row.version, key=_key("test", str(row.pk)), runs=RUNS, seed=trials.FIRST_SEED)
    submissions.hand_in(row, version=row.version, key=_key("hand-in", str(row.pk)))


def _left_open(row: Plan) -> Plan:
    """Leave a finding as it is, with a reason."""
    reason = "A second summary in our own chat is a nuisance, and no more."
    acceptances.accept(
        row, code="R301", about=Place(step="chat"), reason=reason, version=row.version, key=_key("reason", str(row.pk))
    )
    return row


def _told_twice(plan: CorePlan) -> CorePlan:
    """Return a plan of which one step can happen twice: something to see in the class picture."""
    bare = tuple(replace(step, guards=()) if step.id == "chat" else step for step in plan.steps)
    return replace(plan, title="Letters to our members", goal="Each member has one letter a week.", steps=bare)


def _key(*words: str) -> str:
    return str(uuid5(UUID(str(KEY)), " ".join(words)))
