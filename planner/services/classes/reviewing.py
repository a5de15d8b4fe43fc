"""Reviewing a hand-in: a private draft for each reviewer, then a verdict, of which the first one stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db import transaction

from planner.core.errors import require
from planner.models import Comment, Opened, Review, Score, Submission
from planner.models.review import MAX_POINTS
from planner.models.review import Verdict as Verdict
from planner.services.classes.enlisting import enlist
from planner.services.classes.queue import OPEN_FOR, staff_names
from planner.services.draft import tidy_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from planner.models import Member, User

MOST_COMMENTS = 60
MOST_CHARACTERS = 5_000


# These say how things stand, and are answered with a page; nothing is in error.


class DraftHasMoved(Exception):  # noqa: N818
    """The draft was saved elsewhere since the form was made, as `theirs`; nothing was saved."""

    def __init__(self, theirs: Draft) -> None:
        super().__init__(theirs.seen)
        self.theirs = theirs


class AlreadyGiven(Exception):  # noqa: N818
    """This reviewer has given this review, and it stays as it is."""

    def __init__(self, review: Review) -> None:
        super().__init__(str(review))
        self.review = review


class AlreadyDecided(Exception):  # noqa: N818
    """Somebody else has given a verdict on this hand-in, which stands; nothing was given."""

    def __init__(self, first: Review) -> None:
        super().__init__(str(first))
        self.first = first


class HandedInAgain(Exception):  # noqa: N818
    """The learner has handed in again since the form was made; nothing was given yet."""

    def __init__(self, newest: int) -> None:
        super().__init__(str(newest))
        self.newest = newest


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """One comment: about a rule's finding, a step or a checkpoint of the plan file, or (all empty) the whole."""

    text: str
    code: str = ""
    step: str = ""
    checkpoint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What a reviewer has so far: points by the criterion, comments, and which saved draft this follows on.

    `seen` is empty before the first save.
    """

    points: Mapping[int, int] = field(default_factory=dict)
    remarks: Sequence[Remark] = ()
    seen: str = ""


def find(member: Member, submission: UUID) -> Submission:
    """Return a hand-in of this class, with its learner's number; Submission.DoesNotExist for any other."""
    enlist(member.classroom.exercise)
    found = Submission.objects.select_related("test", "plan", "plan__class_work")
    return found.get(pk=submission, plan__exercise=member.classroom.exercise)


def look_at(handed_in: Submission, member: Member, *, now: datetime) -> list[tuple[str, datetime]]:
    """Note that a reviewer has a hand-in open, and return who else has, and when they last looked."""
    Opened.objects.update_or_create(submission=handed_in, reviewer=member.user, defaults={"seen_at": now})
    others = handed_in.opened.filter(seen_at__gte=now - OPEN_FOR).exclude(reviewer=member.user)
    staff = staff_names(member)
    return [(staff[user], at) for user, at in others.values_list("reviewer", "seen_at") if user in staff]


def account_of(member: Member) -> User:
    """Return the account of one of the staff, which each of them has."""
    if member.user is None:
        raise ValueError(f"{member} has no account")
    return member.user


def review_of(handed_in: Submission, user: User) -> Review | None:
    """Return a reviewer's own review, with points and comments; None before the first save."""
    return handed_in.reviews.filter(reviewer=user).prefetch_related("scores", "comments").first()


def draft_of(review: Review | None) -> Draft:
    """Return what a review holds."""
    if review is None:
        return Draft()
    remarks = (
        Remark(text=one.text, code=one.code, step=one.step, checkpoint=one.checkpoint) for one in review.comments.all()
    )
    points = {score.criterion_id: score.points for score in review.scores.all()}
    return Draft(points=points, remarks=tuple(remarks), seen=seen_as(review))


def seen_as(review: Review) -> str:
    """Return what tells one saved draft from the next."""
    return review.changed_at.isoformat()


def save(handed_in: Submission, member: Member, draft: Draft) -> Review:
    """Keep a reviewer's draft; the same again changes nothing.

    DraftHasMoved, AlreadyGiven, or PlanError for points or comments that cannot be, each with nothing saved.
    """
    with transaction.atomic():
        return _save(handed_in, account_of(member), draft)


def give(
    handed_in: Submission, member: Member, draft: Draft, *, verdict: Verdict, newest: int, now: datetime
) -> Review:
    """Keep a draft and give it to the learner; the same verdict once more gives the review that was given.

    `newest` is the number of the learner's newest hand-in that the reviewer knows of. To accept, every criterion has
    points; to ask for changes, a comment says which. Raises what `save` does, AlreadyDecided and HandedInAgain.
    """
    user = account_of(member)
    with transaction.atomic():
        locked = Submission.objects.select_for_update().get(pk=handed_in.pk)
        own = review_of(locked, user)
        if own and own.given_at and own.verdict == verdict:
            return own
        first = first_given(locked)
        if first and first.reviewer_id != user.pk:
            raise AlreadyDecided(first)
        latest = newest_of(locked)
        if latest > newest:
            raise HandedInAgain(latest)
        _require_complete(locked, draft, verdict)
        return _give(_save(locked, user, draft), verdict, now)


def add_to(handed_in: Submission, member: Member, draft: Draft, *, now: datetime) -> Review:
    """Give a draft in addition to a verdict that stands, and with the same; PlanError if there is none, or no word."""
    user = account_of(member)
    with transaction.atomic():
        locked = Submission.objects.select_for_update().get(pk=handed_in.pk)
        own, first = review_of(locked, user), first_given(locked)
        if own and own.given_at:
            return own
        require(first is not None, "", "a verdict that somebody else has given, to add to")
        require(bool(draft.points or draft.remarks), "remarks", "points or a comment")
        return _give(_save(locked, user, draft), Verdict(first.verdict) if first else Verdict.CHANGES, now)


def first_given(handed_in: Submission) -> Review | None:
    """Return the review whose verdict stands; None before the first."""
    return handed_in.reviews.exclude(given_at=None).order_by("given_at", "pk").first()


def newest_of(handed_in: Submission) -> int:
    """Return the number of the newest hand-in of the same plan."""
    numbers = Submission.objects.filter(plan=handed_in.plan_id).order_by("-number").values_list("number", flat=True)
    return numbers[0]


def _require_complete(handed_in: Submission, draft: Draft, verdict: Verdict) -> None:
    if verdict is Verdict.CHANGES:
        require(bool(draft.remarks), "remarks", "a comment that says what to change")
        return
    criteria = set(handed_in.plan.exercise.criteria.values_list("pk", flat=True)) if handed_in.plan.exercise else set()
    lacking = len(criteria - draft.points.keys())
    require(not lacking, "points", f"points for every criterion before it is accepted; {lacking} lack them")


def _give(review: Review, verdict: Verdict, now: datetime) -> Review:
    review.verdict, review.given_at = verdict, now
    review.save(update_fields=["verdict", "given_at", "changed_at"])
    Opened.objects.filter(submission=review.submission_id, reviewer=review.reviewer_id).delete()
    return review


def _save(handed_in: Submission, user: User, draft: Draft) -> Review:
    draft = _tidied(handed_in, draft)
    # One who saves from two tabs at once waits here for the first.
    Review.objects.get_or_create(submission=handed_in, reviewer=user)
    review = Review.objects.select_for_update().get(submission=handed_in, reviewer=user)
    if review.given_at:
        raise AlreadyGiven(review)
    kept = draft_of(review_of(handed_in, user))
    if (kept.points, kept.remarks) == (draft.points, draft.remarks):
        return review
    if draft.seen != kept.seen and (kept.points or kept.remarks):
        raise DraftHasMoved(kept)
    _replace(review, draft)
    return review


def _replace(review: Review, draft: Draft) -> None:
    review.scores.all().delete()
    review.comments.all().delete()
    Score.objects.bulk_create(
        Score(review=review, criterion_id=criterion, points=points) for criterion, points in draft.points.items()
    )
    Comment.objects.bulk_create(
        Comment(review=review, text=one.text, code=one.code, step=one.step, checkpoint=one.checkpoint)
        for one in draft.remarks
    )
    review.save(update_fields=["changed_at"])


def _tidied(handed_in: Submission, draft: Draft) -> Draft:
    """Return a draft as it is kept; PlanError with the path `points` or `remarks`."""
    exercise = handed_in.plan.exercise
    criteria = set(exercise.criteria.values_list("pk", flat=True)) if exercise else set()
    require(draft.points.keys() <= criteria, "points", "points for the criteria of this exercise")
    require(all(0 <= points <= MAX_POINTS for points in draft.points.values()), "points", f"0 to {MAX_POINTS} points")
    remarks = tuple(_tidy(one) for one in draft.remarks if one.text.strip())
    require(len(remarks) <= MOST_COMMENTS, "remarks", f"at most {MOST_COMMENTS} comments")
    return Draft(points=dict(draft.points), remarks=remarks, seen=draft.seen)


def _tidy(one: Remark) -> Remark:
    text = tidy_text(one.text).strip()
    require(len(text) <= MOST_CHARACTERS, "remarks", f"at most {MOST_CHARACTERS:,} characters in a comment")
    require(not (one.step and one.checkpoint), "remarks", "a step or a checkpoint, not both")
    return Remark(text=text, code=one.code, step=one.step, checkpoint=one.checkpoint)
