"""A class under other assumptions: each hand-in as it was and as it is, put together and written as a file."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from planner.core.plan import Interruptions
from planner.core.planfile import read_plan
from planner.core.summary import summarise
from planner.jobs.kinds import cohort as kind
from planner.models import Job, Member, Submission
from planner.services import plans
from planner.services.classes import class_jobs, cohort
from planner.services.classes.class_jobs import Work
from planner.services.classes.cohort import RUNS, Assumptions
from tests.jobs.working import work_everything
from tests.services.classes.crowded import handed_in, many, opened_class
from tests.services.ready import RESULT, ready_plan
from tests.services.stored import new_key

pytestmark = pytest.mark.django_db

OFTEN = Assumptions(interruptions=Interruptions(restart_every_ms=120_000, restart_downtime_ms=30_000), seed=3)
TOO_SHORT = Assumptions(interruptions=Interruptions(session_limit_ms=30_000), seed=3)


@pytest.fixture
def teacher() -> Member:
    return opened_class()


def work(under: Assumptions, *submissions: Submission) -> Any:
    hand_ins = [[at, str(one.pk)] for at, one in enumerate(submissions, 1)]
    return kind.work({"assumptions": under.document(), "hand_ins": hand_ins})


def done(teacher: Member, under: Assumptions = OFTEN) -> Job:
    job = class_jobs.start(teacher, Work.COHORT, key=new_key(), assumptions=under.document())
    work_everything()
    job.refresh_from_db()
    return job


def rows_of(job: Job) -> list[dict[str, str]]:
    text = b"".join(cohort.file(job)).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_a_hand_in_is_told_as_it_was_and_as_it_is(teacher: Member) -> None:
    submission = handed_in(teacher.classroom)
    plan = read_plan(submission.document)
    assumed = type(plan)(**{name: getattr(plan, name) for name in NAMES}, interruptions=OFTEN.interruptions)
    summary = summarise(assumed, runs=RUNS, seed=3)
    (line,) = work(OFTEN, submission)
    then = cohort.codes_then(submission.findings)
    assert line["then"] == {"codes": then, "runs": 200, "seed": 1, "finished": 1.0, "means": RESULT["mean"]}
    assert line["now"] == {
        "codes": cohort.codes_now(assumed),
        "runs": RUNS,
        "seed": 3,
        "finished": summary.finished,
        "means": {name: summary.mean[name] for name in ("wall", "lost", "duplicates")},
    }


NAMES = ("title", "goal", "identity", "storage", "state", "steps", "checkpoints", "resume")


def test_where_no_run_can_end_nothing_is_simulated(teacher: Member) -> None:
    (line,) = work(TOO_SHORT, handed_in(teacher.classroom))
    assert (line["now"]["runs"], line["now"]["finished"], line["now"]["means"]) == (0, 0.0, {})
    assert line["now"]["codes"]["P501"] == 1


def test_what_was_deleted_meanwhile_is_left_out(teacher: Member) -> None:
    first, second = many(teacher.classroom, 2)
    plans.delete(second.plan)
    assert [line["number"] for line in work(OFTEN, first, second)] == [1]


def test_a_class_is_put_together(teacher: Member) -> None:
    many(teacher.classroom, 3)
    handed_in(teacher.classroom, "Ash", ready_plan("Read -> rows\n|\nWork 2h <- rows -> more\nReport <- more"))
    result = done(teacher).result
    assert result is not None
    assert (result["measured"], result["assumptions"]) == (4, OFTEN.document())
    assert result["ended"] == [4, 3]
    assert result["twice"] == [0, 0]
    assert result["by_rule"]["P502"] == [0, 1]
    assert result["differing"] == 1
    assert result["means"]["lost"][0] == 60.0
    assert result["means"]["wall"][0] is None


def test_the_file_has_a_row_for_each_hand_in(teacher: Member) -> None:
    many(teacher.classroom, 2)
    first, second = rows_of(done(teacher, TOO_SHORT))
    assert [row["learner"] for row in (first, second)] == ["1", "2"]
    assert "P501" in first["found only now"].split()
    assert (first["runs, handed in"], first["runs, now"], first["seed, now"]) == ("200", "0", "3")
    assert (first["share of runs that end, handed in"], first["share of runs that end, now"]) == ("1", "0")
    assert (first["mean seconds of work done again, handed in"], first["mean seconds to the end, now"]) == ("60", "")


def test_an_empty_class_comes_to_nothing(teacher: Member) -> None:
    job = done(teacher)
    assert job.result is not None
    assert (job.result["measured"], job.result["by_rule"], rows_of(job)) == (0, {}, [])


def test_many_hand_ins_are_read_with_one_query_a_part(teacher: Member, django_assert_num_queries: Any) -> None:
    submissions = many(teacher.classroom, 5)
    with django_assert_num_queries(1):
        work(OFTEN, *submissions)
