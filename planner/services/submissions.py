"""Handing a plan in: a version that never changes, with everything that was known about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from planner.core.files.findingfile import entry_from_finding, entry_from_place
from planner.core.fingerprint import MODEL, fingerprint, rule_set
from planner.core.planfile import write_plan
from planner.models import Plan, Reflection, SimulationRun, Submission
from planner.services.once import key_of
from planner.services.readiness import standing, which_of
from planner.services.trials import PlanHasMoved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import QuerySet

    from planner.services.acceptances import Accepted
    from planner.services.readiness import Obstacle, Standing


class NotReady(Exception):  # noqa: N818 -- it says how things stand
    """Something stands in the way; nothing was handed in."""

    def __init__(self, obstacles: Sequence[Obstacle]) -> None:
        super().__init__(", ".join(obstacle.lack for obstacle in obstacles))
        self.obstacles = tuple(obstacles)


class Closed(Exception):  # noqa: N818
    """The exercise takes no hand-in any more; nothing was handed in."""


class NothingNew(Exception):  # noqa: N818
    """This is what was handed in last; nothing was handed in again."""

    def __init__(self, last: Submission) -> None:
        super().__init__(str(last))
        self.last = last


def hand_in(row: Plan, *, version: int, key: str) -> Submission:
    """Hand the plan in as it is; the same key again gives the first hand-in.

    PlanHasMoved if `version` is no longer the plan's; Closed, NotReady and NothingNew with nothing handed in. After
    the exercise was due it is taken all the same.
    """
    key_id = key_of(key)
    with transaction.atomic():
        row.refresh_from_db(from_queryset=Plan.objects.select_for_update())
        known = row.submissions.filter(key=key_id).first()
        if known:
            return known
        if row.exercise and not row.exercise.takes_hand_ins:
            raise Closed
        if version != row.version:
            raise PlanHasMoved
        now, last = standing(row), latest(row)
        if now.obstacles or now.test is None:
            raise NotReady(now.obstacles)
        frozen = _frozen(row, now, now.test)
        if last and _holds(last, frozen):
            raise NothingNew(last)
        number = last.number + 1 if last else 1
        shown = row.model_shown_at is not None
        return Submission.objects.create(
            plan=row, number=number, key=key_id, version=row.version, model_shown=shown, **frozen
        )


def all_of(row: Plan) -> QuerySet[Submission]:
    """Return the hand-ins of a plan, the newest first, each with its test."""
    return row.submissions.select_related("test").order_by("-number")


def latest(row: Plan) -> Submission | None:
    """Return the newest hand-in of a plan; None before the first."""
    return all_of(row).first()


def same_as(row: Plan, now: Standing) -> Submission | None:
    """Return the newest hand-in if the plan stands as it was handed in."""
    last = latest(row)
    return last if last and now.test and _holds(last, _frozen(row, now, now.test)) else None


def find(row: Plan, number: int) -> Submission:
    """Return one hand-in of a plan; Submission.DoesNotExist if there is none with this number."""
    return all_of(row).get(number=number)


def _holds(handed_in: Submission, frozen: dict[str, Any]) -> bool:
    return all(getattr(handed_in, name) == value for name, value in frozen.items())


def _frozen(row: Plan, now: Standing, test: SimulationRun) -> dict[str, Any]:
    """Return everything about a plan that a hand-in keeps."""
    return {
        "document": write_plan(now.plan),
        "findings": [entry_from_finding(finding) for finding in now.findings],
        "acceptances": _reasons(now.accepted),
        "suggestions": _suggestions(now),
        "predictions": _predictions(row, test),
        "test": test,
        "model_version": MODEL,
        "rules_version": rule_set(),
        "fingerprint": fingerprint(now.plan, seed=test.seed, runs=test.runs),
    }


def _reasons(accepted: Accepted) -> list[dict[str, Any]]:
    return [
        {"code": code, "about": entry_from_place(about), "reason": reason} for (code, about), reason in accepted.items()
    ]


def _predictions(row: Plan, test: SimulationRun) -> dict[str, Any]:
    """Return what was expected of each test, the oldest first, and how the last one was explained."""
    names = ("version", "step", "repeats", "repeats_sure", "lost_ms", "lost_sure")
    reflection = Reflection.objects.filter(run=test).first()
    return {"made": list(row.predictions.values(*names)), "explanation": reflection.text if reflection else ""}


def _suggestions(now: Standing) -> list[dict[str, Any]]:
    return [
        {"code": one.code, "about": entry_from_place(which_of(one)[1]), "choice": one.choice, "reason": one.reason}
        for one in now.suggestions
    ]
