"""A class at a glance: how far it is, which rules it meets, where its tests hurt, and runs worth talking about."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Avg, Count, Exists, F, OuterRef

from planner.models import ClassWork, Member, Plan, Review, Role, RuleInWork, RuleStanding
from planner.services.classes.counting import count
from planner.services.classes.enlisting import enlist

if TYPE_CHECKING:
    from uuid import UUID

    from django.db.models import QuerySet

WORST = 8
TOLD = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleCount:
    """How many plans of a class stand how to one rule; `left` of those that have it leave it for a reason."""

    code: str
    have: int
    left: int
    fixed: int
    sure_and_wrong: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Hurt:
    """An action of a plan that was handed in, which happened twice in so many of its interrupted test runs."""

    submission: UUID
    number: int
    step: str
    runs: int
    interrupted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A class in numbers: learners, then plans; `seconds` is the mean on each part, in order, None if not known."""

    learners: int
    begun: int
    tested: int
    handed_in: int
    accepted: int
    rules: tuple[RuleCount, ...]
    worst: tuple[Hurt, ...]
    seconds: tuple[float, float, float, float] | None
    timed: int
    is_behind: bool
    """Whether some tests are still to be counted."""

    @property
    def to_tell(self) -> tuple[Hurt, ...]:
        """The runs worth talking about: those of the plans that were hurt most."""
        return self.worst[:TOLD]


def picture(member: Member) -> Picture:
    """Return the picture of a class, with a fixed number of queries, after counting some of what is new."""
    exercise = member.classroom.exercise
    enlist(exercise)
    is_behind = count(exercise)
    works = ClassWork.objects.filter(exercise=exercise)
    found = works.aggregate(
        tested=Count("pk"),
        handed_in=Count("submission"),
        timed=Count("steps_seconds"),
        **{name: Avg(f"{name}_seconds") for name in _PARTS},
    )
    return Picture(
        learners=Member.objects.filter(classroom=member.classroom_id, role=Role.LEARNER).count(),
        begun=Plan.objects.filter(exercise=exercise).count(),
        tested=found["tested"],
        handed_in=found["handed_in"],
        accepted=_accepted(works),
        rules=_rules(member),
        worst=tuple(_worst(works)),
        seconds=tuple(found[name] for name in _PARTS) if found["timed"] else None,
        timed=found["timed"],
        is_behind=is_behind,
    )


def told_of(member: Member, submission: UUID) -> Hurt:
    """Return a plan that was handed in and hurt by its test; ClassWork.DoesNotExist for any other."""
    works = ClassWork.objects.filter(exercise=member.classroom.exercise)
    return _hurt(_shown(works).get(submission=submission))


_PARTS = ("steps", "checkpoints", "guards", "resume")


def _accepted(works: QuerySet[ClassWork]) -> int:
    """Return how many plans have their newest hand-in accepted."""
    accepted = Review.objects.filter(submission=OuterRef("submission"), verdict="accepted")
    return works.filter(Exists(accepted)).count()


def _rules(member: Member) -> tuple[RuleCount, ...]:
    """Return the rules that were ever found, those first that are had by most."""
    found = RuleInWork.objects.filter(exercise=member.classroom.exercise).order_by()
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    for code, standing, wrong, plans in found.values_list("code", "standing", "sure_and_wrong").annotate(Count("pk")):
        counted[code] += Counter({standing: plans, "wrong": plans if wrong else 0})
    rules = [_rule(code, plans) for code, plans in counted.items()]
    return tuple(sorted(rules, key=lambda rule: (-rule.have, -rule.fixed, rule.code)))


def _rule(code: str, plans: Counter[str]) -> RuleCount:
    left = plans[RuleStanding.ACCEPTED]
    have, fixed = plans[RuleStanding.OPEN] + left, plans[RuleStanding.FIXED]
    return RuleCount(code=code, have=have, left=left, fixed=fixed, sure_and_wrong=plans["wrong"])


def _worst(works: QuerySet[ClassWork]) -> list[Hurt]:
    return [_hurt(row) for row in _shown(works).order_by("-worst_share", "number")[:WORST]]


def _shown(works: QuerySet[ClassWork]) -> QuerySet[ClassWork]:
    """Keep what was hurt and may be shown: what is not handed in is for its learner alone."""
    return works.filter(worst_share__gt=0, counted=F("submission__test")).only(
        "submission_id", "number", "worst_step", "worst_runs", "interrupted_runs"
    )


def _hurt(row: ClassWork) -> Hurt:
    if row.submission_id is None:
        raise ClassWork.DoesNotExist
    return Hurt(
        submission=row.submission_id,
        number=row.number,
        step=row.worst_step,
        runs=row.worst_runs,
        interrupted=row.interrupted_runs,
    )
