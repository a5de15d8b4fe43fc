"""What reviewers have said about what was handed in, once they have given it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planner.models import Review

if TYPE_CHECKING:
    from planner.models import Plan, Submission


def given_on(handed_in: Submission) -> list[Review]:
    """Return the reviews of a hand-in that the learner may see, with scores and comments, in three queries."""
    given = handed_in.reviews.exclude(given_at=None)
    return list(given.prefetch_related("scores__criterion", "comments"))


def reviewed_numbers(row: Plan) -> set[int]:
    """Return the numbers of the hand-ins of a plan that have a review, in one query."""
    given = Review.objects.filter(submission__plan=row).exclude(given_at=None)
    return set(given.values_list("submission__number", flat=True))
