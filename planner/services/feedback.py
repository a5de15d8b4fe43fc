"""What reviewers have said about what was handed in, once they have given it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import OuterRef, Subquery

from planner.models import Review, Submission

if TYPE_CHECKING:
    from planner.models import Plan
    from planner.models.plan import PlanQuerySet


def given_on(handed_in: Submission) -> list[Review]:
    """Return the reviews of a hand-in that the learner may see, with scores and comments, in three queries."""
    given = handed_in.reviews.exclude(given_at=None)
    return list(given.prefetch_related("scores__criterion", "comments"))


def reviewed_numbers(row: Plan) -> set[int]:
    """Return the numbers of the hand-ins of a plan that have a review, in one query."""
    given = Review.objects.filter(submission__plan=row).exclude(given_at=None)
    return set(given.values_list("submission__number", flat=True))


def with_standing(plans: PlanQuerySet) -> PlanQuerySet:
    """Say of each plan how far it is, without a query more.

    `handed_in` is the number of its newest hand-in, `reviewed` that of the newest with a review, `verdict` what stands
    there; None for none.
    """
    newest = Submission.objects.filter(plan=OuterRef("pk")).order_by("-number").values("number")
    given = Review.objects.filter(submission__plan=OuterRef("pk")).exclude(given_at=None)
    first = given.order_by("-submission__number", "given_at", "pk")
    return plans.annotate(
        handed_in=Subquery(newest[:1]),
        reviewed=Subquery(first.values("submission__number")[:1]),
        verdict=Subquery(first.values("verdict")[:1]),
    )
