"""The rubric of a class: what reviewers give points for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max, QuerySet

from planner.core.errors import require
from planner.models import Classroom, Criterion
from planner.models.review import MAX_POINTS
from planner.services.draft import tidy_text

if TYPE_CHECKING:
    from collections.abc import Sequence

RUBRIC = (
    ("Steps and effects", ("Missing", "Some steps or effects are missing", "All there", "All there, in telling words")),
    ("Checkpoints", ("None", "There, without reasons", "Each has its reasons", "Each follows from what it saves")),
    ("Unsafe points", ("Not named", "Named", "Named and guarded", "Guarded, with the limits named")),
    ("State and resume", ("Missing", "In part", "Whole", "Whole, and it fits the workflow")),
)
"""What a new class starts with: the four parts of a plan, each with its levels."""

LEVELS = MAX_POINTS + 1
"""How many levels a criterion has: 0 to 3 points."""


def of(classroom: Classroom) -> QuerySet[Criterion]:
    """Return the criteria of a class in their order."""
    return classroom.exercise.criteria.order_by("position")


def add(classroom: Classroom, *, name: str, levels: Sequence[str]) -> None:
    """Add a criterion at the end; `levels` says what 0 to 3 points stand for. PlanError for a blank name."""
    told = _told(name, levels)
    with transaction.atomic():
        _hold(classroom)
        last = of(classroom).aggregate(last=Max("position"))["last"] or 0
        Criterion.objects.create(exercise=classroom.exercise, position=last + 1, **told)


def add_all(classroom: Classroom) -> None:
    """Give a class that has no criteria those that a new one starts with."""
    for name, levels in RUBRIC:
        add(classroom, name=name, levels=levels)


def edit(classroom: Classroom, criterion: int, *, name: str, levels: Sequence[str]) -> None:
    """Change a criterion; Criterion.DoesNotExist if this class has no such one, PlanError for a blank name."""
    row = of(classroom).get(pk=criterion)
    for field, value in _told(name, levels).items():
        setattr(row, field, value)
    row.save(update_fields=["name", "levels"])


def move(classroom: Classroom, criterion: int, *, up: bool) -> int:
    """Let a criterion change places with its neighbour, and return its place from 1; at the end it stays.

    Criterion.DoesNotExist if this class has no such one.
    """
    with transaction.atomic():
        _hold(classroom)
        rows = list(of(classroom))
        at = next((at for at, row in enumerate(rows) if row.pk == criterion), None)
        if at is None:
            raise Criterion.DoesNotExist
        to = min(max(at + (-1 if up else 1), 0), len(rows) - 1)
        if to != at:
            _swap(rows[at], rows[to], spare=rows[-1].position + 1)
        return to + 1


def remove(classroom: Classroom, criterion: int) -> None:
    """Remove a criterion; PlanError if a review has points by it. One that is gone already stays gone."""
    with transaction.atomic():
        _hold(classroom)
        row = of(classroom).filter(pk=criterion).first()
        if row:
            require(not row.scores.exists(), "", "reviews have given points by this criterion, so it stays")
            row.delete()


def _hold(classroom: Classroom) -> None:
    """Let nobody else change the rubric of this class meanwhile."""
    Classroom.objects.select_for_update().get(pk=classroom.pk)


def _swap(one: Criterion, other: Criterion, *, spare: int) -> None:
    """Exchange two places, of which none may be held twice at any time."""
    first, second = one.position, other.position
    for row, position in ((one, spare), (other, first), (one, second)):
        row.position = position
        row.save(update_fields=["position"])


def _told(name: str, levels: Sequence[str]) -> dict[str, object]:
    shown = tidy_text(name).strip()
    require(bool(shown), "name", "a criterion needs a name")
    require(len(levels) == LEVELS, "levels", f"{LEVELS} levels, for 0 to {MAX_POINTS} points")
    return {"name": shown, "levels": [tidy_text(level).strip() for level in levels]}
