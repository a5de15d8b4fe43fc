"""Background work for a class: made once, followed, stopped, taken up again, and packed into one file."""

from __future__ import annotations

import io
import json
import zipfile
from uuid import UUID

import pytest

from planner.core.errors import PlanError
from planner.jobs.kinds import class_reports
from planner.jobs.worker import work_one
from planner.models import BundledReport, ClassJob, Job, Member, Submission
from planner.models.job import JobStatus
from planner.services import plans
from planner.services.classes import class_jobs
from planner.services.classes.class_jobs import Work
from tests.jobs.working import work_everything
from tests.services.classes.crowded import NOW, handed_in, many, opened_class
from tests.services.stored import new_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def teacher() -> Member:
    return opened_class()


def names_in(job: Job) -> list[str]:
    packed = b"".join(class_jobs.archive(job, [("gradebook.csv", b"a,b")]))
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert archive.testzip() is None
        return archive.namelist()


def test_reports_are_made_in_parts_and_packed_with_the_grades(teacher: Member) -> None:
    many(teacher.classroom, 6)
    job = class_jobs.start(teacher, Work.REPORTS, key=new_key())
    assert [(one.done, one.chunks, one.is_open) for one in class_jobs.progress(teacher)] == [(0, 2, True)]
    work_everything()
    job.refresh_from_db()
    assert (job.status, job.result) == (JobStatus.DONE, {"reports": 6})
    expected = [f"learner-{number:03}.{suffix}" for number in range(1, 7) for suffix in ("json", "pdf")]
    assert names_in(job) == ["gradebook.csv", *expected]
    assert [(one.done, one.chunks, one.is_open) for one in class_jobs.progress(teacher)] == [(2, 2, False)]


def test_a_report_in_the_archive_is_a_report(teacher: Member) -> None:
    handed_in(teacher.classroom)
    job = class_jobs.start(teacher, Work.REPORTS, key=new_key())
    work_everything()
    assert bytes(job.reports.get(name="learner-001.pdf").content).startswith(b"%PDF")
    assert json.loads(bytes(job.reports.get(name="learner-001.json").content))["format"] == "checkpoint-report/1"


def test_a_part_that_is_worked_twice_makes_its_reports_once(teacher: Member) -> None:
    handed_in(teacher.classroom)
    job = class_jobs.start(teacher, Work.REPORTS, key=new_key())
    arguments = job.chunks.get().arguments
    assert [class_reports.work(arguments) for _ in range(2)] == [1, 1]
    assert BundledReport.objects.count() == 2


def test_the_same_form_twice_is_one_job(teacher: Member) -> None:
    key = new_key()
    assert class_jobs.start(teacher, Work.REPORTS, key=key) == class_jobs.start(teacher, Work.REPORTS, key=key)
    assert (Job.objects.count(), ClassJob.objects.count()) == (1, 1)


def test_the_key_of_another_classs_form_is_refused(teacher: Member) -> None:
    key = new_key()
    class_jobs.start(opened_class("Autumn"), Work.REPORTS, key=key)
    for other in (key, "none"):
        with pytest.raises(PlanError):
            class_jobs.start(teacher, Work.REPORTS, key=other)


def test_a_class_without_hand_ins_has_an_empty_archive(teacher: Member) -> None:
    job = class_jobs.start(teacher, Work.REPORTS, key=new_key())
    work_everything()
    assert names_in(job) == ["gradebook.csv"]


def test_the_next_job_takes_the_place_of_one_that_is_over(teacher: Member) -> None:
    handed_in(teacher.classroom)
    first = class_jobs.start(teacher, Work.REPORTS, key=new_key())
    work_everything()
    second = class_jobs.start(teacher, Work.REPORTS, key=new_key())
    third = class_jobs.start(teacher, Work.REPORTS, key=new_key())
    assert not Job.objects.filter(pk=first.pk).exists()
    assert not BundledReport.objects.exists()
    assert {one.job for one in class_jobs.progress(teacher)} == {second, third}


def test_work_that_was_stopped_goes_on_where_it_was(teacher: Member) -> None:
    many(teacher.classroom, 6)
    job = class_jobs.start(teacher, Work.REPORTS, key=new_key())
    work_one("w")
    assert class_jobs.cancel(teacher, job.key, now=NOW)
    assert not class_jobs.cancel(teacher, job.key, now=NOW)
    assert not work_one("w")
    assert class_jobs.retry(teacher, job.key)
    assert not class_jobs.retry(teacher, job.key)
    work_everything()
    job.refresh_from_db()
    assert job.result == {"reports": 6}
    assert list(job.chunks.values_list("attempts", flat=True)) == [1, 1]


def test_work_that_is_deleted_meanwhile_has_no_report(teacher: Member) -> None:
    first, second = many(teacher.classroom, 2)
    job = class_jobs.start(teacher, Work.REPORTS, key=new_key())
    plans.delete(second.plan)
    work_everything()
    job.refresh_from_db()
    assert job.result == {"reports": 1}
    plans.delete(first.plan)
    assert names_in(job) == ["gradebook.csv"]


@pytest.mark.django_db(transaction=True)
def test_work_that_is_deleted_while_its_report_is_made_has_none(teacher: Member) -> None:
    many(teacher.classroom, 2)
    first, second = Submission.objects.select_related("test", "plan").order_by("pk")
    job = class_jobs.start(teacher, Work.REPORTS, key=new_key())
    plans.delete(first.plan)
    assert class_reports.bundle(job, first, 1) == 0
    Job.objects.all().delete()
    assert class_reports.bundle(job, second, 2) == 0
    assert not BundledReport.objects.exists()


def test_all_are_checked_again_and_the_differing_told(teacher: Member) -> None:
    submission, *_ = many(teacher.classroom, 3)
    job = class_jobs.start(teacher, Work.RECHECK, key=new_key())
    work_everything()
    job.refresh_from_db()
    assert job.result is not None
    assert (job.result["checked"], job.result["differing"]) == (3, [])
    assert submission.number == 1


def test_a_job_of_another_class_is_not_found(teacher: Member) -> None:
    job = class_jobs.start(opened_class("Autumn"), Work.REPORTS, key=new_key())
    for key in (job.key, UUID(int=1)):
        with pytest.raises(Job.DoesNotExist):
            class_jobs.find(teacher, key)
    assert class_jobs.progress(teacher) == []
