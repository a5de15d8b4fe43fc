"""What each learner of a class has come to: points by the criteria of the review whose verdict stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from planner.exports import gradebook
from planner.exports.gradebook import Grade
from planner.models import ClassWork, Member, Review, Role, Score
from planner.models.review import MAX_POINTS
from planner.services.classes.enlisting import enlist

Person = tuple[int | None, str]
"""Whose a plan or a membership is: an account, or the token of a browser."""

_STATES = {"accepted": "accepted", "changes": "changes asked for", "": "handed in"}


PROGRAMS = ("canvas", "moodle")
"""What imports a gradebook, by name."""


def file(member: Member, program: str) -> bytes:
    """Return the gradebook of a class as a program imports it, one of PROGRAMS, with a fixed number of queries."""
    exercise = member.classroom.exercise
    criteria = list(exercise.criteria.order_by("position").values_list("pk", "name"))
    names, learners = [name for _, name in criteria], grades(member, [pk for pk, _ in criteria])
    if program == "canvas":
        return gradebook.canvas(exercise.title, most=MAX_POINTS * len(names), grades=learners)
    return gradebook.moodle(exercise.title, criteria=names, grades=learners)


def grades(member: Member, criteria: list[int]) -> list[Grade]:
    """Return every learner of a class, with five queries; a learner of several plans by the one that went furthest."""
    enlist(member.classroom.exercise)
    works, reviewed = _works(member), _reviewed(member)
    learners = Member.objects.filter(classroom=member.classroom_id, role=Role.LEARNER)
    found = learners.values_list("name", "roster_entry__number", "user", "session_token", "user__username")
    return [
        _grade(works.get((user, token)), reviewed, criteria, name=name, number=number or "", login=login or "")
        for name, number, user, token, login in found.order_by("name", "pk")
    ]


@dataclass(slots=True)
class Standing:
    """The review whose verdict stands: of which hand-in, what it came to, and its points by the criterion."""

    number: int
    verdict: str
    review: int
    points: dict[int, int] = field(default_factory=dict)


def _grade(work: dict[str, Any] | None, reviewed: dict[Any, Standing], criteria: list[int], **who: Any) -> Grade:
    if work is None:
        return Grade(**who, state="nothing handed in", points=(None,) * len(criteria))
    review = reviewed.get(work["plan"])
    is_newest = review is not None and review.number == work["latest"]
    return Grade(
        **who,
        learner=f"Learner {work['number']}",
        hand_ins=work["latest"],
        state=_STATES[review.verdict if review and is_newest else ""],
        points=tuple(review.points.get(pk) if review else None for pk in criteria),
    )


def _works(member: Member) -> dict[Person, dict[str, Any]]:
    """Return the plan of each person that has most hand-ins."""
    works = ClassWork.objects.filter(exercise=member.classroom.exercise).exclude(submission=None)
    columns = ("plan", "number", "latest", "plan__owner", "plan__session_token")
    found: dict[Person, dict[str, Any]] = {}
    for work in works.order_by("latest", "number").values(*columns):
        found[work["plan__owner"], work["plan__session_token"]] = work
    return found


def _reviewed(member: Member) -> dict[Any, Standing]:
    """Return the first review of the newest hand-in of each plan that has one, with its points, in two queries."""
    given = Review.objects.filter(submission__plan__exercise=member.classroom.exercise).exclude(given_at=None)
    columns = ("submission__plan", "submission__number", "verdict", "pk")
    # The last one wins: the newest hand-in, and of its reviews the first.
    rows = given.order_by("submission__number", "-given_at", "-pk").values_list(*columns)
    found = {plan: Standing(number, verdict, pk) for plan, number, verdict, pk in rows}
    points: dict[int, dict[int, int]] = {one.review: one.points for one in found.values()}
    scores = Score.objects.filter(review__in=points).order_by()
    for review, criterion, given_points in scores.values_list("review", "criterion", "points"):
        points[review][criterion] = given_points
    return found
