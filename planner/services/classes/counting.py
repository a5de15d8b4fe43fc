"""Counting the tests of a class: how each plan stands to each rule, where it was hurt, how long its parts took."""

from __future__ import annotations

import time
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import F

from planner.core.check import check_plan
from planner.core.comparing.certainty import sure_and_wrong
from planner.core.finding import Severity
from planner.core.planfile import plan_from_document
from planner.core.trying.prediction import Prediction
from planner.core.vocabulary import Often, Sure
from planner.core.wordings.wording import step_name
from planner.models import Acceptance, ClassWork, Exercise, RuleInWork, RuleStanding, SimulationRun
from planner.models import Prediction as PredictionRow
from planner.privacy import private_in
from planner.services.classes import novelty
from planner.services.classes.pace import paces

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from uuid import UUID

    from planner.core.finding import Finding
    from planner.core.plan import Plan as CorePlan

MOST_AT_ONCE = 40
MOST_SECONDS = 0.5
"""A page waits so long at most, but for the one test under way; what is left is counted when it asks again."""


@dataclass(slots=True)
class Standing:
    """How a plan stands to a rule, while its tests are counted."""

    standing: str
    sure_and_wrong: bool


Standings = dict[str, Standing]
Accepted = set[tuple[str, str | None, str | None]]
"""The code and the place of findings that are left as they are: a step or a checkpoint."""


def count(exercise: Exercise, *, most_seconds: float = MOST_SECONDS) -> bool:
    """Count tests that are not counted yet, the oldest first; true if some are left.

    Two queries where there is none, a fixed number where there are. Two who count at once count each test once.
    """
    now = novelty.newest()
    if novelty.is_known("counted", exercise, now):
        return False
    deadline = time.monotonic() + most_seconds
    pending = list(_pending(exercise)[: MOST_AT_ONCE + 1])
    if not pending:
        novelty.note("counted", exercise, now)
        return False
    batch = _Batch(pending[:MOST_AT_ONCE])
    done = 0
    for test in pending[:MOST_AT_ONCE]:
        if done and time.monotonic() > deadline:
            break
        batch.take(test)
        done += 1
    batch.save(exercise)
    return done < len(pending)


def _pending(exercise: Exercise) -> Any:
    tests = SimulationRun.objects.filter(plan__exercise=exercise, plan__class_work__counted__lt=F("pk"))
    return tests.order_by("pk")


class _Batch:
    """Some tests of a class, with what is known about their plans."""

    def __init__(self, tests: list[SimulationRun]) -> None:
        plan_ids = {test.plan_id for test in tests}
        self._rows = {row.plan_id: row for row in ClassWork.objects.filter(plan__in=plan_ids)}
        self._counted_before = {plan_id: row.counted for plan_id, row in self._rows.items()}
        self._standings: dict[int, Standings] = defaultdict(dict)
        for rule in RuleInWork.objects.filter(work__plan__in=plan_ids):
            self._standings[rule.work_id][rule.code] = Standing(rule.standing, rule.sure_and_wrong)
        self._foreseen = _predictions(plan_ids)
        self._accepted = _acceptances(plan_ids)
        self._paces = paces(plan_ids)

    def take(self, test: SimulationRun) -> None:
        """Count one test."""
        row, plan = self._rows[test.plan_id], plan_from_document(test.document)
        found = [one for one in check_plan(plan, spot=private_in) if one.severity is not Severity.NOTE]
        wrong = sure_and_wrong(plan, found, self._overturned(test))
        _stand(self._standings[row.pk], found, wrong, self._accepted[test.plan_id])
        _hurt(row, plan, test)
        row.counted = test.pk

    def _overturned(self, test: SimulationRun) -> Prediction | None:
        """Return what was expected of a test that has shown otherwise."""
        foreseen = self._foreseen.get((test.plan_id, test.version))
        happened = foreseen and foreseen.step and test.result["by_step"].get(foreseen.step, {}).get("duplicates")
        return foreseen if happened else None

    def save(self, exercise: Exercise) -> None:
        """Keep what was counted, unless somebody else has counted the same meanwhile."""
        with transaction.atomic():
            Exercise.objects.select_for_update().get(pk=exercise.pk)
            now = dict(ClassWork.objects.filter(plan__in=self._rows).values_list("plan", "counted"))
            kept = [row for plan_id, row in self._rows.items() if now.get(plan_id) == self._counted_before[plan_id]]
            for row in kept:
                self._time(row)
            ClassWork.objects.bulk_update(kept, _COLUMNS)
            RuleInWork.objects.bulk_create(
                self._rules(kept),
                update_conflicts=True,
                unique_fields=["work", "code"],
                update_fields=["standing", "sure_and_wrong"],
            )

    def _time(self, row: ClassWork) -> None:
        pace = self._paces.get(row.plan_id)
        if pace:
            row.steps_seconds, row.checkpoints_seconds = round(pace.steps), round(pace.checkpoints)
            row.guards_seconds, row.resume_seconds = round(pace.guards), round(pace.resume)

    def _rules(self, rows: Iterable[ClassWork]) -> list[RuleInWork]:
        return [
            RuleInWork(
                work=row,
                exercise_id=row.exercise_id,
                code=code,
                standing=one.standing,
                sure_and_wrong=one.sure_and_wrong,
            )
            for row in rows
            for code, one in self._standings[row.pk].items()
        ]


_PACE = ["steps_seconds", "checkpoints_seconds", "guards_seconds", "resume_seconds"]
_COLUMNS = ["counted", "worst_step", "worst_runs", "interrupted_runs", "worst_share", *_PACE]


def _stand(known: Standings, found: list[Finding], wrong: frozenset[str], accepted: Accepted) -> None:
    """Bring the standings of a plan up to date; who was sure and wrong once stays so."""
    still_open = {one.code for one in found if (one.code, one.about.step, one.about.checkpoint) not in accepted}
    for code in {one.code for one in found} | known.keys():
        is_found = any(one.code == code for one in found)
        standing = RuleStanding.OPEN if code in still_open else RuleStanding.ACCEPTED
        was_wrong = code in known and known[code].sure_and_wrong
        known[code] = Standing(standing if is_found else RuleStanding.FIXED, was_wrong or code in wrong)


def _hurt(row: ClassWork, plan: CorePlan, test: SimulationRun) -> None:
    """Note which action happened twice in most runs of a test."""
    twice = {step: counts["runs_with_duplicates"] for step, counts in test.result["by_step"].items()}
    row.interrupted_runs = round(test.result["interrupted"] * test.runs)
    worst = max(plan.steps, key=lambda step: twice.get(step.id, 0), default=None)
    share = twice.get(worst.id, 0) if worst else 0
    row.worst_runs = round(share * test.runs)
    row.worst_step = step_name(worst) if worst and row.worst_runs else ""
    row.worst_share = min(row.worst_runs / row.interrupted_runs, 1) if row.interrupted_runs else 0


def _predictions(plan_ids: Iterable[UUID]) -> Mapping[tuple[UUID, int], Prediction]:
    """Return what was last expected of each version of plans."""
    rows = PredictionRow.objects.filter(plan__in=plan_ids).exclude(step="").order_by("pk")
    return {(row.plan_id, row.version): _prediction(row) for row in rows}


def _prediction(row: PredictionRow) -> Prediction:
    return Prediction(
        step=row.step,
        repeats=Often(row.repeats),
        repeats_sure=Sure(row.repeats_sure),
        lost_ms=row.lost_ms,
        lost_sure=Sure(row.lost_sure),
    )


def _acceptances(plan_ids: Iterable[UUID]) -> Mapping[UUID, Accepted]:
    """Return the findings that are left as they are, by the plan."""
    accepted: dict[UUID, Accepted] = defaultdict(set)
    rows = Acceptance.objects.filter(plan__in=plan_ids, removed=False)
    for plan_id, code, step, checkpoint in rows.values_list("plan_id", "code", "step", "checkpoint"):
        accepted[plan_id].add((code, step or None, checkpoint or None))
    return accepted
