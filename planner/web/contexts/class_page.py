"""The page of a class for a learner: what it works on, until when, and the plans that belong to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils import timezone

from planner.services import exercises, feedback, plans
from planner.web.contexts.frame import frame

if TYPE_CHECKING:
    from planner.models import Member, Person
    from planner.web.forms.start import NewPlanForm


def class_page(person: Person, member: Member, form: NewPlanForm) -> dict[str, Any]:
    """Return the page with a fixed number of queries; `form` starts a plan."""
    exercise = member.classroom.exercise
    mine = list(feedback.with_standing(plans.visible_to(person)).filter(exercise=exercise))
    return {
        **frame(mine[0] if mine else None),
        "member": member,
        "classroom": member.classroom,
        "exercise": exercise,
        "is_past_due": exercises.is_late(exercise, timezone.now()),
        "mine": mine,
        "form": form,
    }
