"""The Feedback page: one hand-in as it was, and what was said about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from planner.core.finding import Place
from planner.core.fingerprint import in_groups
from planner.services import exercises, feedback, submissions
from planner.web.contexts.frame import frame
from planner.web.contexts.kept import kept_context, kept_then, taken_context, where

if TYPE_CHECKING:
    from planner.models import Comment, Plan, Review, Score, Submission
    from planner.web.contexts.kept import Kept

VERDICTS = {
    "accepted": ("passed", "Accepted"),
    "changes": ("think", "Please change something and hand in again"),
}


def feedback_page(row: Plan, handed_in: Submission) -> dict[str, Any]:
    """Return the page of one hand-in with a fixed number of queries."""
    kept = kept_then(handed_in)
    return {
        **frame(row, current="hand-in"),
        **kept_context(kept, handed_in.test),
        "taken_kept": taken_context(kept, handed_in.suggestions),
        "explanation": handed_in.predictions["explanation"],
        "handed_in": handed_in,
        "is_late": exercises.is_late(row.exercise, handed_in.handed_in_at),
        "fingerprint": in_groups(handed_in.fingerprint),
        "reviews": [_review(kept, review) for review in feedback.given_on(handed_in)],
        "others": _others(row, handed_in),
    }


def _others(row: Plan, shown: Submission) -> list[dict[str, Any]]:
    reviewed = feedback.reviewed_numbers(row)
    return [
        {"hand_in": one, "reviewed": one.number in reviewed, "current": one.number == shown.number}
        for one in submissions.all_of(row)
    ]


def _review(kept: Kept, review: Review) -> dict[str, Any]:
    tone, verdict = VERDICTS[review.verdict]
    return {
        "given_at": review.given_at,
        "tone": tone,
        "verdict": verdict,
        "scores": [_score(score) for score in review.scores.all()],
        "comments": [_comment(kept, comment) for comment in review.comments.all()],
    }


def _score(score: Score) -> dict[str, Any]:
    levels = score.criterion.levels
    words = levels[score.points] if score.points < len(levels) else ""
    return {"name": score.criterion.name, "points": score.points, "words": words}


def _comment(kept: Kept, comment: Comment) -> dict[str, str]:
    place = Place(step=comment.step or None, checkpoint=comment.checkpoint or None)
    return {"about": where(kept, place) if comment.step or comment.checkpoint else "", "text": comment.text}
