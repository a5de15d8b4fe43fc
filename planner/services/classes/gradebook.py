"""What each learner of a class has come to: points by the criteria of the review whose verdict stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from django.db.models import Q, Sum

from planner.exports import gradebook
from planner.exports.gradebook import Grade
from planner.models import ClassWork, Member, Review, Role
from planner.models.review import MAX_POINTS
from planner.services.classes.enlisting import enlist

if TYPE_CHECKING:
    from typing import Unpack

Person = tuple[int | None, str]
"""Whose a plan or a membership is: an account, or the token of a browser."""

Work = tuple[int, int, int]
"""The key of a plan in the class, the number of its learner, and how often it was handed in."""

Points = tuple[int | None, ...]
"""By each criterion; None where none were given."""

Standing = tuple[int, str, Points]
"""The number of the hand-in whose verdict stands, the verdict, and the points."""

_STATES = {"accepted": "accepted", "changes": "changes asked for", "": "handed in"}


PROGRAMS = ("canvas", "moodle")
"""What imports a gradebook, by name."""


class Who(TypedDict):
    """What the school and the site call a learner."""

    name: str
    number: str
    login: str


def file(member: Member, program: str) -> bytes:
    """Return the gradebook of a class as a program imports it, one of PROGRAMS, with a fixed number of queries."""
    exercise = member.classroom.exercise
    criteria = list(exercise.criteria.order_by("position").values_list("pk", "name"))
    names, learners = [name for _, name in criteria], grades(member, [pk for pk, _ in criteria])
    if program == "canvas":
        return gradebook.canvas(exercise.title, most=MAX_POINTS * len(names), grades=learners)
    return gradebook.moodle(exercise.title, criteria=names, grades=learners)


def grades(member: Member, criteria: list[int]) -> list[Grade]:
    """Return every learner of a class, with five queries; a learner of several plans by the one that went furthest.

    A row costs little: plain columns, joined by whole numbers, and no rows of the models are made of them.
    """
    enlist(member.classroom.exercise)
    works, standings = _works(member), _standings(member, criteria)
    learners = Member.objects.filter(classroom=member.classroom_id, role=Role.LEARNER)
    found = learners.values_list("name", "roster_entry__number", "user", "session_token", "user__username")
    rows, nothing = [], (None,) * len(criteria)
    for name, number, user, token, login in found.order_by("name", "pk"):
        work = works.get((user, token))
        standing = standings.get(work[0]) if work else None
        rows.append(_grade(work, standing, nothing, name=name, number=number or "", login=login or ""))
    return rows


def _grade(work: Work | None, standing: Standing | None, nothing: Points, **who: Unpack[Who]) -> Grade:
    if work is None:
        return Grade(**who, state="nothing handed in", points=nothing)
    _, number, latest = work
    reviewed, verdict, points = standing or (0, "", nothing)
    state = _STATES[verdict if reviewed == latest else ""]
    return Grade(**who, learner=f"Learner {number}", hand_ins=latest, state=state, points=points)


def _works(member: Member) -> dict[Person, Work]:
    """Return the plan of each person that has most hand-ins."""
    works = ClassWork.objects.filter(exercise=member.classroom.exercise).exclude(submission=None)
    columns = ("plan__owner", "plan__session_token", "pk", "number", "latest")
    found = works.order_by("latest", "number").values_list(*columns)
    return {(user, token): (pk, number, latest) for user, token, pk, number, latest in found}


def _standings(member: Member, criteria: list[int]) -> dict[int, Standing]:
    """Return the first review of the newest hand-in of each plan that has one, by the key of the plan in the class."""
    given = Review.objects.filter(submission__plan__exercise=member.classroom.exercise).exclude(given_at=None)
    points = {f"points_{pk}": Sum("scores__points", filter=Q(scores__criterion=pk)) for pk in criteria}
    # The last one wins: the newest hand-in, and of its reviews the first.
    rows = given.annotate(**points).order_by("submission__number", "-given_at", "-pk")
    columns = ("submission__plan__class_work", "submission__number", "verdict", *points)
    found = rows.values_list(*columns)
    return {work: (number, verdict, tuple(points)) for work, number, verdict, *points in found}
