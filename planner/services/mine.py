"""Everything that the site keeps of a person: to take away as files, and to delete."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils.text import slugify

from planner.bridge import core_plan
from planner.core.errors import require
from planner.core.planfile import write_plan
from planner.models import Explanation, Member, Person, Plan, Role, Submission
from planner.services import plans
from planner.services.classes import members
from planner.services.walkthrough import SCREENS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from planner.models import Review, User

CONFIRMATION = "delete"
"""What a person types to delete everything."""
_LONGEST_NAME = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    """How much there is of a person: plans, hand-ins, answers to the example, and the classes they are in."""

    plans: int
    hand_ins: int
    answers: int
    memberships: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class File:
    """One file of what is taken away: its place in the archive, and its content."""

    name: str
    content: str


def holdings(person: Person) -> Holdings:
    """Return how much there is of a person, in four queries."""
    return Holdings(
        plans=plans.visible_to(person).count(),
        hand_ins=Submission.objects.filter(plan__in=plans.visible_to(person)).count(),
        answers=Explanation.objects.filter(**person.ownership).count(),
        memberships=tuple(_memberships(person)),
    )


def files(person: Person) -> Iterator[File]:
    """Yield everything that a person has made or been told: plan files, reasons, tests, hand-ins with their reviews."""
    yield _json("person.json", _about(person))
    yield _json("example-answers.json", [_answer(one) for one in Explanation.objects.filter(**person.ownership)])
    for number, row in enumerate(plans.visible_to(person).order_by("created_at"), 1):
        title = slugify(row.title)[:_LONGEST_NAME].strip("-_") or "plan"
        yield from _files_of(row, f"plans/{number:02}-{title}")
    if person.user and person.user.reviews.exists():
        yield _json("reviews-written.json", list(_written(person.user)))


def delete(person: Person) -> None:
    """Delete a person's plans with their hand-ins and reviews, answers, and places as a learner; for ever."""
    with transaction.atomic():
        plans.visible_to(person).delete()
        Explanation.objects.filter(**person.ownership).delete()
        _memberships(person).filter(role=Role.LEARNER).delete()


def delete_account(user: User) -> None:
    """Delete an account with everything that is its person's; PlanError while a class would be without instructor.

    Reviews that were given stay with the learners, without a name; drafts go.
    """
    with transaction.atomic():
        for member in _memberships(Person(user=user)).exclude(role=Role.LEARNER):
            try_to_leave(member)
        delete(Person(user=user))
        user.reviews.filter(given_at=None).delete()
        user.delete()


def try_to_leave(member: Member) -> None:
    """Take a member of the staff out of a class; PlanError names the class that would be without an instructor."""
    others = Member.objects.filter(classroom=member.classroom, role=Role.INSTRUCTOR).exclude(pk=member.pk)
    needed = member.role == Role.INSTRUCTOR and not others.exists()
    require(not needed, "account", f"first make somebody else an instructor of “{member.classroom}”")
    members.remove(member)


def _memberships(person: Person) -> Any:
    members_of = Member.objects.select_related("classroom")
    return members_of.filter(user=person.user, session_token=person.session_token)


def _about(person: Person) -> dict[str, Any]:
    user = person.user
    account = {"name": user.get_username(), "e-mail": user.email, "since": user.date_joined} if user else None
    classes = [
        {"class": one.classroom.name, "name": one.name, "role": one.role, "joined": one.joined_at}
        for one in _memberships(person)
    ]
    return {"account": account, "classes": classes}


def _answer(one: Explanation) -> dict[str, Any]:
    return {"screen": one.screen, "question": SCREENS[one.screen - 1].prompt, "answer": one.text, "at": one.said_at}


def _files_of(row: Plan, folder: str) -> Iterator[File]:
    yield File(f"{folder}/plan.json", write_plan(core_plan(row)))
    yield _json(f"{folder}/reasons.json", _reasons(row))
    yield _json(f"{folder}/tests.json", list(_tests(row)))
    for handed_in in row.submissions.select_related("test").prefetch_related(
        "reviews__scores__criterion", "reviews__comments"
    ):
        yield File(f"{folder}/hand-in-{handed_in.number}/plan.json", handed_in.document)
        yield _json(f"{folder}/hand-in-{handed_in.number}/hand-in.json", _hand_in(handed_in))


def _reasons(row: Plan) -> dict[str, Any]:
    return {
        "findings left as they are": list(
            row.acceptances.filter(removed=False).values("code", "step", "checkpoint", "reason")
        ),
        "suggestions taken": list(
            row.suggestions.filter(removed=False).values("code", "step", "checkpoint", "choice", "reason")
        ),
    }


def _tests(row: Plan) -> Iterator[dict[str, Any]]:
    predicted = list(row.predictions.values("version", "step", "repeats", "repeats_sure", "lost_ms", "lost_sure"))
    for test in row.simulation_runs.select_related("reflection"):
        yield {
            "at": test.created_at,
            "version": test.version,
            "seed": test.seed,
            "runs": test.runs,
            "predictions": [one for one in predicted if one["version"] == test.version],
            "result": test.result,
            "explanation": test.reflection.text if hasattr(test, "reflection") else "",
        }


def _hand_in(handed_in: Submission) -> dict[str, Any]:
    return {
        "number": handed_in.number,
        "at": handed_in.handed_in_at,
        "version": handed_in.version,
        "seed": handed_in.test.seed,
        "runs": handed_in.test.runs,
        "fingerprint": handed_in.fingerprint,
        "findings": handed_in.findings,
        "reasons": handed_in.acceptances,
        "suggestions": handed_in.suggestions,
        "predictions": handed_in.predictions,
        "reviews": list(_reviews(handed_in)),
    }


def _reviews(handed_in: Submission) -> Iterator[dict[str, Any]]:
    """Yield the reviews that were given; a draft is its reviewer's own."""
    yield from (_review(review) for review in handed_in.reviews.all() if review.given_at)


def _written(user: User) -> Iterator[dict[str, Any]]:
    """Yield the reviews that somebody has written, drafts among them, by the number of the learner."""
    rows = user.reviews.select_related("submission__plan__class_work").order_by("pk")
    for review in rows.prefetch_related("scores__criterion", "comments"):
        work = getattr(review.submission.plan, "class_work", None)
        about = {"learner": work.number if work else None, "hand-in": review.submission.number}
        yield {**about, **_review(review)}


def _review(review: Review) -> dict[str, Any]:
    scores: Iterable[Any] = review.scores.all()
    return {
        "verdict": review.verdict,
        "at": review.given_at,
        "points": {score.criterion.name: score.points for score in scores},
        "comments": [comment.text for comment in review.comments.all()],
    }


def _json(name: str, value: object) -> File:
    return File(name, json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2) + "\n")
