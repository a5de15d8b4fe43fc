"""The hand-ins of a class as its reviewers find them: in an order of their own, each with how far it is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

from django.db.models import Case, CharField, Count, Exists, OuterRef, Q, Subquery, TextField, Value, When
from django.db.models.functions import MD5, Cast, Concat

from planner.models import Classroom, ClassWork, Member, Opened, Review
from planner.models.classroom import STAFF
from planner.services.classes.enlisting import enlist

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime
    from typing import Any
    from uuid import UUID

    from django.db.models import QuerySet

PAGE = 25
OPEN_FOR = timedelta(minutes=10)
"""So long after it was last looked at, a hand-in counts as open at a reviewer's."""


class State(StrEnum):
    """How far a hand-in is."""

    WAITING = "waiting"
    AGAIN = "again"
    REVIEWING = "reviewing"
    CHANGES = "changes"
    ACCEPTED = "accepted"


class Show(StrEnum):
    """Which hand-ins are shown."""

    TO_REVIEW = "review"
    CHANGES = "changes"
    ACCEPTED = "accepted"
    ALL = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many hand-ins wait for a verdict, and how many have which."""

    to_review: int
    changes: int
    accepted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One hand-in in the queue: `number` stands for the learner, `attempt` counts that learner's hand-ins.

    `name` is the learner's, where it may be seen and is asked for. `open_by` are the others who have it open.
    """

    submission: UUID
    number: int
    attempt: int
    title: str
    handed_in_at: datetime
    state: State
    reviewer: str
    is_mine: bool
    open_by: tuple[str, ...]
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of the queue, from 1, and how many there are."""

    entries: tuple[Entry, ...]
    number: int
    pages: int


def counts(member: Member, *, now: datetime) -> Counts:
    """Return how many hand-ins of the class are how far, with one query once new ones are enlisted."""
    enlist(member.classroom.exercise)
    rows = with_states(member, now).order_by().values_list("verdict").annotate(Count("pk"))
    found: dict[str | None, int] = dict(rows)
    return Counts(to_review=found.get(None, 0), changes=found.get("changes", 0), accepted=found.get("accepted", 0))


def page(member: Member, *, show: Show, mine: bool, number: int, names: bool, now: datetime) -> Page:
    """Return a page of the newest hand-ins, one of each plan, in the order of this reviewer, with six queries.

    `number` beyond the last page is the last. `names`: of the learners, where the class allows it.
    """
    works = with_states(member, now).filter(_shown(show))
    if mine:
        works = works.filter(submission__assignment__reviewer=member.user)
    pages = max(-(-works.count() // PAGE), 1)
    number = min(max(number, 1), pages)
    # The order is found with as little as possible of each row; the rest only for those that are shown.
    ordered = list(works.values_list("pk", flat=True)[(number - 1) * PAGE : number * PAGE])
    rows = with_states(member, now).filter(pk__in=ordered).values(*_COLUMNS)
    return Page(entries=_entries(member, list(rows), names=names, now=now), number=number, pages=pages)


def _shown(show: Show) -> Q:
    match show:
        case Show.TO_REVIEW:
            return Q(verdict=None)
        case Show.CHANGES | Show.ACCEPTED:
            return Q(verdict=show.value)
    return Q()


def around(member: Member, submission: UUID, *, names: bool, now: datetime, most: int = 12) -> tuple[Entry, ...]:
    """Return this hand-in and those that this reviewer would be led to next, in that order."""
    works = _from(with_states(member, now), member, submission)
    this = Q(submission=submission)
    shown = works.filter(this | Q(verdict=None) & _for(member))
    first = Case(When(this, then=Value(0)), default=Value(1))
    rows = list(shown.order_by(first, *_NEXT).values(*_COLUMNS)[:most])
    return _entries(member, rows, names=names, now=now)


def following(member: Member, submission: UUID | None, *, now: datetime) -> UUID | None:
    """Return the hand-in to review after this one, or (None) to begin with; None if nothing is left.

    The reviewer's own come first. What others have open or are to review is left to them.
    """
    works = _from(with_states(member, now), member, submission)
    opened = Opened.objects.filter(submission=OuterRef("submission"), seen_at__gte=now - OPEN_FOR)
    free = works.filter(Q(verdict=None) & _for(member)).exclude(Exists(opened.exclude(reviewer=member.user)))
    if submission:
        free = free.exclude(submission=submission)
    found: UUID | None = free.order_by(*_NEXT).values_list("submission", flat=True).first()
    return found


_NEXT = ("rank", "behind", "place")
"""The order in which a reviewer is led: own ones first, from where they are to the end, and from the beginning."""


def _for(member: Member) -> Q:
    """Keep what is this reviewer's, or nobody's."""
    return Q(submission__assignment__reviewer=member.user) | Q(submission__assignment=None)


def _from(works: QuerySet[Any], member: Member, submission: UUID | None) -> QuerySet[Any]:
    """Say of each how it stands to the place of a hand-in, and whether it is this reviewer's."""
    place = works.filter(submission=submission).values_list("place", flat=True).first() if submission else ""
    own = Q(submission__assignment__reviewer=member.user)
    placed: QuerySet[Any] = works.annotate(
        rank=Case(When(own, then=Value(0)), default=Value(1)),
        behind=Case(When(place__gte=place or "", then=Value(0)), default=Value(1)),
    )
    return placed


def allow_names(member: Member, *, allowed: bool) -> None:
    """Say whether those who review in a class may see the learners' names."""
    Classroom.objects.filter(pk=member.classroom_id).update(names_allowed=allowed)


def staff_names(member: Member) -> dict[int, str]:
    """Return what those who review in a class are called, by their accounts, with one query."""
    staff = Member.objects.filter(classroom=member.classroom_id, role__in=STAFF).exclude(user=None)
    return dict(staff.values_list("user", "name"))


_COLUMNS = (
    "submission",
    "number",
    "latest",
    "state",
    "plan__title",
    "plan__owner",
    "plan__session_token",
    "submission__handed_in_at",
    "submission__assignment__reviewer",
)


def with_states(member: Member, now: datetime) -> QuerySet[Any]:
    """Return the plans of a class that were handed in, each with its state, in an order that only this reviewer has."""
    seed = f"{member.classroom_id} {member.user_id} "
    reviews = Review.objects.filter(submission=OuterRef("submission"))
    given = reviews.exclude(given_at=None).order_by("given_at", "pk")
    opened = Opened.objects.filter(submission=OuterRef("submission"), seen_at__gte=now - OPEN_FOR)
    staff = Member.objects.filter(classroom=member.classroom_id, role__in=STAFF)
    drafts = reviews.filter(given_at=None, reviewer__in=staff.values("user"))
    works = ClassWork.objects.filter(exercise=member.classroom.exercise_id).exclude(submission=None)
    return works.annotate(
        verdict=Subquery(given.values("verdict")[:1]),
        place=MD5(Concat(Value(seed), Cast("number", TextField()), output_field=TextField())),
        state=Case(
            When(verdict="accepted", then=Value(State.ACCEPTED.value)),
            When(verdict="changes", then=Value(State.CHANGES.value)),
            When(Exists(drafts) | Exists(opened), then=Value(State.REVIEWING.value)),
            When(latest__gt=1, then=Value(State.AGAIN.value)),
            default=Value(State.WAITING.value),
            output_field=CharField(),
        ),
    ).order_by("place")


def _entries(member: Member, rows: list[dict[str, Any]], *, names: bool, now: datetime) -> tuple[Entry, ...]:
    staff, opened = staff_names(member), _opened(member, rows, now)
    named = learner_names(member, rows) if names and member.classroom.names_allowed else {}
    return tuple(
        Entry(
            submission=row["submission"],
            number=row["number"],
            attempt=row["latest"],
            title=row["plan__title"],
            handed_in_at=row["submission__handed_in_at"],
            state=State(row["state"]),
            reviewer=staff.get(row["submission__assignment__reviewer"], ""),
            is_mine=row["submission__assignment__reviewer"] == member.user_id,
            open_by=tuple(staff[user] for user in opened.get(row["submission"], ()) if user in staff),
            name=named.get((row["plan__owner"], row["plan__session_token"]), ""),
        )
        for row in rows
    )


def _opened(member: Member, rows: Iterable[Mapping[str, Any]], now: datetime) -> dict[UUID, list[int]]:
    """Return which others have which hand-ins open."""
    opened: dict[UUID, list[int]] = {}
    recent = Opened.objects.filter(submission__in=[row["submission"] for row in rows], seen_at__gte=now - OPEN_FOR)
    for submission, user in recent.exclude(reviewer=member.user).values_list("submission", "reviewer"):
        opened.setdefault(submission, []).append(user)
    return opened


def learner_names(member: Member, rows: Iterable[Mapping[str, Any]]) -> dict[tuple[int | None, str], str]:
    """Return what the learners are called whose plans these are, by account and browser."""
    users = [row["plan__owner"] for row in rows if row["plan__owner"]]
    tokens = [row["plan__session_token"] for row in rows if row["plan__session_token"]]
    members = Member.objects.filter(Q(user__in=users) | Q(session_token__in=tokens), classroom=member.classroom_id)
    return {(user, token): name for user, token, name in members.values_list("user", "session_token", "name")}
