"""What each learner of a class has come to: points by the criteria of the review whose verdict stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Case, F, Max, When

from planner.exports import gradebook
from planner.exports.gradebook import Grade
from planner.models import ClassWork, Member, Review, Role
from planner.models.review import MAX_POINTS
from planner.services.classes.enlisting import enlist

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Person = tuple[int | None, str]
"""Whose a plan or a membership is: an account, or the token of a browser."""

_STATES = {"accepted": "accepted", "changes": "changes asked for", "": "handed in"}


def files(member: Member) -> dict[str, bytes]:
    """Return the gradebook of a class, by the names of the programs that import it, with a fixed number of queries."""
    exercise = member.classroom.exercise
    criteria = list(exercise.criteria.order_by("position").values_list("pk", "name"))
    learners = grades(member, [pk for pk, _ in criteria])
    names = [name for _, name in criteria]
    makers: Mapping[str, Callable[[], bytes]] = {
        "canvas": lambda: gradebook.canvas(exercise.title, most=MAX_POINTS * len(names), grades=learners),
        "moodle": lambda: gradebook.moodle(exercise.title, criteria=names, grades=learners),
    }
    return {name: make() for name, make in makers.items()}


def grades(member: Member, criteria: list[int]) -> list[Grade]:
    """Return every learner of a class, with five queries; a learner of several plans by the one that went furthest."""
    enlist(member.classroom.exercise)
    works, reviewed = _works(member), _reviewed(member, criteria)
    learners = Member.objects.filter(classroom=member.classroom_id, role=Role.LEARNER)
    found = learners.values_list("name", "roster_entry__number", "user", "session_token", "user__username")
    return [
        _grade(works.get((user, token)), reviewed, criteria, name=name, number=number or "", login=login or "")
        for name, number, user, token, login in found.order_by("name", "pk")
    ]


def _grade(work: dict[str, Any] | None, reviewed: dict[Any, dict[str, Any]], criteria: list[int], **who: Any) -> Grade:
    if work is None:
        return Grade(**who, state="nothing handed in", points=(None,) * len(criteria))
    review = reviewed.get(work["plan"])
    is_newest = review is not None and review["submission__number"] == work["latest"]
    return Grade(
        **who,
        learner=f"Learner {work['number']}",
        hand_ins=work["latest"],
        state=_STATES[review["verdict"] if review and is_newest else ""],
        points=tuple(review[f"points_{pk}"] if review else None for pk in criteria),
    )


def _works(member: Member) -> dict[Person, dict[str, Any]]:
    """Return the plan of each person that has most hand-ins."""
    works = ClassWork.objects.filter(exercise=member.classroom.exercise).exclude(submission=None)
    columns = ("plan", "number", "latest", "plan__owner", "plan__session_token")
    found: dict[Person, dict[str, Any]] = {}
    for work in works.order_by("latest", "number").values(*columns):
        found[work["plan__owner"], work["plan__session_token"]] = work
    return found


def _reviewed(member: Member, criteria: list[int]) -> dict[Any, dict[str, Any]]:
    """Return the first review of the newest hand-in of each plan that has one, with its points."""
    points = {f"points_{pk}": Max(Case(When(scores__criterion=pk, then=F("scores__points")))) for pk in criteria}
    given = Review.objects.filter(submission__plan__exercise=member.classroom.exercise).exclude(given_at=None)
    rows = given.values("submission__plan", "submission__number", "verdict", "given_at", "pk").annotate(**points)
    found: dict[Any, dict[str, Any]] = {}
    # The last one wins: the newest hand-in, and of its reviews the first.
    for row in rows.order_by("submission__number", "-given_at", "-pk"):
        found[row["submission__plan"]] = dict(row)
    return found
