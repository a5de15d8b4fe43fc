"""A class of any size whose hand-ins all differ, made in few statements, and Python that a site runs about it."""

from __future__ import annotations

import itertools
import uuid
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.db import transaction

from planner.core.check import check_plan
from planner.core.files.findingfile import entry_from_finding
from planner.core.files.summaryfile import document_from_summary
from planner.core.fingerprint import MODEL, rule_set
from planner.core.planfile import document_from_plan, read_plan, write_plan
from planner.core.summary import summarise
from planner.models import Plan, SimulationRun, Submission, User
from planner.services.classes import classrooms

if TYPE_CHECKING:
    from planner.core.plan import Plan as CorePlan
    from planner.models import Exercise

SAMPLES = sorted(Path(__file__).parents[1].joinpath("plans").glob("*.json"))
RUNS, SEED = 200, 1
_SLOWER_MS = 10
"""By so much the first step of each hand-in is slower than that of the one before, so that no two are alike."""

FILL = """
import json
from tests.servers.hand_ins import fill
fill({number})
print(json.dumps(None))
"""
START = """
import json
from uuid import uuid4
from planner.core.plan import Interruptions
from planner.models import Member
from planner.services.classes import class_jobs
from planner.services.classes.cohort import Assumptions
given = Interruptions(restart_every_ms=3_600_000, restart_downtime_ms=60_000, session_limit_ms=7_200_000)
member = Member.objects.select_related("classroom__exercise", "user").get()
under = Assumptions(interruptions=given, seed=1).document()
class_jobs.start(member, class_jobs.Work.COHORT, key=str(uuid4()), assumptions=under)
print(json.dumps(None))
"""
STATE = """
import hashlib, json
from planner.models.job import Chunk, Job
job = Job.objects.get()
chunks = {chunk.number: [chunk.status, chunk.attempts, chunk.worker] for chunk in job.chunks.all()}
kept = [job.result, *job.chunks.order_by("number").values_list("result", flat=True)]
print(json.dumps({
    "status": job.status,
    "chunks": chunks,
    "measured": job.result and job.result["measured"],
    "simulated": sum(one["now"]["runs"] > 0 for results in kept[1:] for one in results or ()),
    "seconds": job.ended_at and (job.ended_at - job.created_at).total_seconds(),
    "digest": hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest(),
}))
"""


@dataclass(frozen=True, slots=True)
class Sample:
    """A plan with what was found and measured when it was handed in."""

    plan: CorePlan
    findings: list[dict[str, Any]]
    result: dict[str, Any]

    @classmethod
    def of(cls, path: Path) -> Sample:
        """Read a plan file, check it and simulate it."""
        plan = read_plan(path.read_bytes())
        findings = [entry_from_finding(one) for one in check_plan(plan)]
        return cls(plan, findings, document_from_summary(summarise(plan, runs=RUNS, seed=SEED)))

    def slower(self, milliseconds: int) -> CorePlan:
        """Return the plan with a first step that takes longer."""
        first, *rest = self.plan.steps
        return replace(self.plan, steps=(replace(first, duration_ms=first.duration_ms + milliseconds), *rest))


@transaction.atomic
def fill(number: int) -> None:
    """Open a class in which so many learners have handed in plans of the samples, each a little different."""
    teacher = User.objects.create_user("teacher")
    exercise = classrooms.create(teacher, name="Spring", key=str(uuid.uuid4())).exercise
    samples = itertools.cycle([Sample.of(path) for path in SAMPLES])
    made = [(next(samples), at) for at in range(number)]
    rows = Plan.objects.bulk_create(_plan(exercise, sample) for sample, _ in made)
    tests = SimulationRun.objects.bulk_create(_test(row, sample) for row, (sample, _) in zip(rows, made, strict=True))
    Submission.objects.bulk_create(_hand_in(test, sample, at) for test, (sample, at) in zip(tests, made, strict=True))


def _plan(exercise: Exercise, sample: Sample) -> Plan:
    return Plan(session_token=uuid.uuid4().hex, exercise=exercise, title=sample.plan.title)


def _test(row: Plan, sample: Sample) -> SimulationRun:
    kept = {"version": 1, "seed": SEED, "runs": RUNS, "result": sample.result}
    return SimulationRun(plan=row, key=uuid.uuid4(), document=document_from_plan(sample.plan), **kept)


def _hand_in(test: SimulationRun, sample: Sample, at: int) -> Submission:
    return Submission(
        plan_id=test.plan_id,
        number=1,
        key=uuid.uuid4(),
        version=1,
        document=write_plan(sample.slower(at * _SLOWER_MS)),
        findings=sample.findings,
        acceptances=[],
        suggestions=[],
        predictions={"made": [], "explanation": ""},
        test=test,
        model_version=MODEL,
        rules_version=rule_set(),
        fingerprint=uuid.uuid4().hex,
        model_shown=False,
    )
