"""/classes/…/downloads/ gives the grades, and reports that are made in the background."""

from __future__ import annotations

import csv
import io
import zipfile
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from planner.jobs.worker import work_one
from planner.models import Job, Member
from tests.jobs.working import work_everything
from tests.services.classes.crowded import assistant, handed_in, many, opened_class
from tests.web.views.test_submissions import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def teacher() -> Member:
    return opened_class()


def address(member: Member, rest: str = "") -> str:
    return f"/classes/{member.classroom_id}/downloads/{rest}"


def key() -> dict[str, str]:
    return {"key": str(uuid4())}


def asked_for(member: Member, work: str = "class_reports") -> Job:
    answer = browser_of(member).post(address(member, f"start/{work}/"), key())
    assert answer.headers["Location"] == address(member)
    return Job.objects.latest("pk")


def page_of(member: Member, rest: str = "") -> str:
    answer = browser_of(member).get(address(member, rest))
    assert answer.status_code == 200
    return answer.content.decode()


def content(answer: Any) -> bytes:
    return b"".join(answer.streaming_content)


def test_nothing_was_asked_for_yet(teacher: Member) -> None:
    page = page_of(teacher)
    assert "Nothing was asked for yet." in page
    assert "hx-get" not in page


@pytest.mark.parametrize(("program", "head"), [("canvas", "Student"), ("moodle", "ID number")])
def test_the_gradebook_is_a_file_to_import(teacher: Member, program: str, head: str) -> None:
    handed_in(teacher.classroom, "Ash Example")
    answer = browser_of(teacher).get(address(teacher, f"gradebook/{program}/"))
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))
    assert rows[0][0] == head
    assert any("Ash Example" in row for row in rows)
    assert answer.headers["Content-Disposition"] == f'attachment; filename="spring-{program}.csv"'


def test_a_program_that_is_not_known_has_no_gradebook(teacher: Member) -> None:
    assert browser_of(teacher).get(address(teacher, "gradebook/excel/")).status_code == 404


def test_progress_is_shown_until_the_file_can_be_had(teacher: Member) -> None:
    many(teacher.classroom, 6)
    job = asked_for(teacher)
    begun = page_of(teacher)
    work_one("w")
    part = browser_of(teacher).get(address(teacher, "jobs/"))
    assert "0 of 2 parts done" in begun
    assert f'hx-get="{address(teacher, "jobs/")}" hx-trigger="every 2s"' in begun
    assert (part.status_code, "1 of 2 parts done" in part.content.decode()) == (200, True)
    work_everything()
    last = browser_of(teacher).get(address(teacher, "jobs/"))
    assert last.status_code == 286
    assert "Download 6 reports (ZIP)" in last.content.decode()
    assert "hx-get" not in last.content.decode()
    answer = browser_of(teacher).get(address(teacher, f"jobs/{job.key}/reports/"))
    with zipfile.ZipFile(io.BytesIO(content(answer))) as archive:
        assert len(archive.namelist()) == 14
    assert answer.headers["Content-Disposition"] == 'attachment; filename="spring-reports.zip"'


def test_there_is_no_file_before_the_work_is_done(teacher: Member) -> None:
    job = asked_for(teacher)
    assert browser_of(teacher).get(address(teacher, f"jobs/{job.key}/reports/")).status_code == 404
    recheck = asked_for(teacher, "class_recheck")
    work_everything()
    assert browser_of(teacher).get(address(teacher, f"jobs/{recheck.key}/reports/")).status_code == 404


def test_work_is_stopped_and_taken_up_again(teacher: Member) -> None:
    job = asked_for(teacher)
    client = browser_of(teacher)
    for rest, said in (
        ("cancel/", "Stopped."),
        ("cancel/", "It was over already."),
        ("retry/", "Taken up again"),
        ("retry/", "There is nothing to take up again."),
    ):
        page = client.post(address(teacher, f"jobs/{job.key}/{rest}"), follow=True).content.decode()
        assert said in page
    job.refresh_from_db()
    assert job.status == "waiting"


def test_what_would_be_told_otherwise_today_is_listed(teacher: Member) -> None:
    handed_in(teacher.classroom)
    asked_for(teacher, "class_recheck")
    work_everything()
    assert "0 plans of 1 would be told otherwise today" in page_of(teacher)


def test_a_failed_job_says_why(teacher: Member) -> None:
    job = asked_for(teacher)
    Job.objects.filter(pk=job.pk).update(status="failed", problem="part 0 was begun 5 times and never finished")
    page = page_of(teacher)
    assert "part 0 was begun 5 times and never finished" in page
    assert "Take it up again" in page


def test_the_same_form_twice_is_one_job(teacher: Member) -> None:
    fields = key()
    for _ in range(2):
        browser_of(teacher).post(address(teacher, "start/class_reports/"), fields)
    assert Job.objects.count() == 1


@pytest.mark.parametrize("fields", [{}, {"key": "none"}])
def test_a_form_without_its_key_starts_nothing(teacher: Member, fields: dict[str, str]) -> None:
    answer = browser_of(teacher).post(address(teacher, "start/class_reports/"), fields)
    assert answer.status_code == 422
    assert "lost its hidden fields" in answer.content.decode()
    assert not Job.objects.exists()


def test_a_key_that_is_another_jobs_starts_nothing(teacher: Member) -> None:
    other = asked_for(opened_class("Autumn"))
    answer = browser_of(teacher).post(address(teacher, "start/class_reports/"), {"key": str(other.key)})
    assert answer.status_code == 422
    assert Job.objects.count() == 1


def test_there_is_no_other_work(teacher: Member) -> None:
    assert browser_of(teacher).post(address(teacher, "start/sweep/"), key()).status_code == 404


GETS = ("", "jobs/", "gradebook/canvas/", "jobs/{key}/reports/")
POSTS = ("start/class_reports/", "jobs/{key}/cancel/", "jobs/{key}/retry/")


def test_only_the_instructors_of_the_class_find_it(teacher: Member) -> None:
    job = asked_for(teacher)
    for other in (Client(), browser_of(assistant(teacher.classroom)), browser_of(opened_class("Autumn"))):
        for rest in GETS:
            assert other.get(address(teacher, rest.format(key=job.key))).status_code == 404
        for rest in POSTS:
            assert other.post(address(teacher, rest.format(key=job.key)), key()).status_code == 404


def test_a_job_of_another_class_is_not_found(teacher: Member) -> None:
    job = asked_for(opened_class("Autumn"))
    client = browser_of(teacher)
    assert client.post(address(teacher, f"jobs/{job.key}/cancel/")).status_code == 404
    assert client.get(address(teacher, f"jobs/{job.key}/reports/")).status_code == 404


def test_forms_are_for_sending_and_pages_for_reading(teacher: Member) -> None:
    job = asked_for(teacher)
    client = browser_of(teacher)
    for rest in GETS:
        assert client.post(address(teacher, rest.format(key=job.key))).status_code == 405
    for rest in POSTS:
        assert client.get(address(teacher, rest.format(key=job.key))).status_code == 405


def test_the_number_of_queries_grows_with_nothing() -> None:
    counts = []
    for number in (2, 50):
        member = opened_class(str(number))
        many(member.classroom, number)
        asked_for(member)
        client = browser_of(member)
        with CaptureQueriesContext(connection) as shown:
            client.get(address(member))
        with CaptureQueriesContext(connection) as grades:
            client.get(address(member, "gradebook/moodle/"))
        counts.append((len(shown), len(grades)))
    assert counts[0] == counts[1]
