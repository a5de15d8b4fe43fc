"""A small class to look at, with learners at different points of their work."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import transaction

from planner.core.planfile import read_plan, write_plan
from planner.models import Person
from planner.services import demo, plans, submissions, trials
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
    _hand_in(_enter(classroom, "Cleo", _saved_more_often(worked)))
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


def _saved_more_often(plan: CorePlan) -> CorePlan:
    return replace(plan, title="Letters to our members", goal="Each member has one letter a week.")


def _key(*words: str) -> str:
    return str(uuid5(UUID(str(KEY)), " ".join(words)))
