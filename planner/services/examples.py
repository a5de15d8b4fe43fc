"""The worked example of the exercise that is open to everybody: to read, and as a copy to work on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planner.core.planfile import plan_from_document, write_plan
from planner.services import demo, exercises, plans

if TYPE_CHECKING:
    from planner.core.plan import Plan as CorePlan
    from planner.models import Exercise, Person, Plan


def worked() -> CorePlan:
    """Return the worked example."""
    return _example_of(exercises.default())


def copy(person: Person, *, key: str) -> Plan:
    """Give a person a plan that starts as the worked example; the same form again gives the same plan."""
    exercise = exercises.default()
    return plans.import_file(person, write_plan(_example_of(exercise)), key=key, exercise=exercise)


def _example_of(exercise: Exercise | None) -> CorePlan:
    return plan_from_document(exercise.example) if exercise and exercise.example else demo.worked_example()
