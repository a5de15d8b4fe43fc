"""The worked example of an exercise: to read, and as a copy to work on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planner.core.planfile import plan_from_document, write_plan
from planner.services import demo, exercises, plans

if TYPE_CHECKING:
    from planner.core.plan import Plan as CorePlan
    from planner.models import Exercise, Person, Plan


def own_of(exercise: Exercise | None) -> CorePlan | None:
    """Return the example that a class has in place of the product's; None where it has none of its own."""
    example = _example_of(exercise)
    return None if example == demo.worked_example() else example


def copy(person: Person, *, key: str) -> Plan:
    """Give a person a plan that starts as the worked example; the same form again gives the same plan."""
    exercise = exercises.of(person)
    return plans.import_file(person, write_plan(_example_of(exercise)), key=key, exercise=exercise)


def _example_of(exercise: Exercise | None) -> CorePlan:
    return plan_from_document(exercise.example) if exercise and exercise.example else demo.worked_example()
