"""How far a person has come: which places of the exercise are done."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from planner.models import Explanation
from planner.services import exercises, submissions
from planner.services.readiness import Lack, standing
from planner.services.walkthrough import SCREENS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from planner.core.plan import Plan as CorePlan
    from planner.models import Plan
    from planner.services.readiness import Standing


class Stage(StrEnum):
    """The places of the exercise, in order; the values are the names of their addresses."""

    EXAMPLE = "example"
    PLAN = "plan"
    TEST = "test"
    HAND_IN = "hand-in"


def done(row: Plan, *, plan: CorePlan | None = None) -> frozenset[Stage]:
    """Return what is done of a plan as it is now, with a fixed number of queries; `plan` is it, if it is at hand."""
    return frozenset(_done(row, standing(row, plan=plan)))


def _done(row: Plan, now: Standing) -> Iterator[Stage]:
    lacks, order = {one.lack for one in now.obstacles}, exercises.order_for(row)
    if Explanation.objects.filter(owner=row.owner_id, session_token=row.session_token).count() == len(SCREENS):
        yield Stage.EXAMPLE
    # Where findings open with the first test, a plan that is done would give away that there is none.
    if lacks <= {Lack.TEST, Lack.NEW_TEST} and not order.awaits_test:
        yield Stage.PLAN
    if now.test is not None and Lack.NEW_TEST not in lacks:
        yield Stage.TEST
    if submissions.same_as(row, now):
        yield Stage.HAND_IN
