"""/classes/…/downloads/assumptions/ puts a class under other assumptions, and shows before and after."""

from __future__ import annotations

import csv
import io
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from planner.models import Job, Member
from tests.jobs.working import work_everything
from tests.services.classes.crowded import assistant, many, opened_class
from tests.web.views.test_submissions import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def teacher() -> Member:
    return opened_class()


def address(member: Member, rest: str = "assumptions/") -> str:
    return f"/classes/{member.classroom_id}/downloads/{rest}"


def form(**more: Any) -> dict[str, Any]:
    return {
        "key": str(uuid4()),
        "how": "chance",
        "restart_every_ms": "20 s",
        "restart_downtime_ms": "30 s",
        "seed": 3,
        **more,
    }


def asked(member: Member, **more: Any) -> Job:
    answer = browser_of(member).post(address(member, "assumptions/start/"), form(**more))
    assert (answer.status_code, answer.headers.get("Location")) == (302, address(member, ""))
    return Job.objects.latest("pk")


def page_of(member: Member, rest: str = "assumptions/") -> str:
    answer = browser_of(member).get(address(member, rest))
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_is_reached_from_the_files_and_from_the_class_picture(teacher: Member) -> None:
    link = f'href="{address(teacher)}"'
    picture = browser_of(teacher).get(f"/classes/{teacher.classroom_id}/picture/").content.decode()
    assert (link in page_of(teacher, ""), link in picture) == (True, True)
    seen = browser_of(assistant(teacher.classroom)).get(f"/classes/{teacher.classroom_id}/picture/").content.decode()
    assert link not in seen


def test_the_form_begins_with_what_the_class_assumes(teacher: Member) -> None:
    page = page_of(teacher)
    assert "Re-simulate the class under other assumptions" in page
    assert "2,000 runs" in page
    assert 'value="1 h"' in page


def test_before_and_after_are_shown_once_it_is_done(teacher: Member) -> None:
    many(teacher.classroom, 3)
    job = asked(teacher)
    assert "0 of 1 parts done" in page_of(teacher, "")
    result = f"jobs/{job.key}/assumptions/"
    assert browser_of(teacher).get(address(teacher, result)).status_code == 404
    work_everything()
    assert f'href="{address(teacher, result)}">3 hand-ins before and after</a>' in page_of(teacher, "")
    page = page_of(teacher, result)
    for words in (
        "Other rules find something in 3 of 3 hand-ins",
        "2,000 runs each under seed 3",
        "The machine restarts about once every 20 s; the run goes on 30 s later.",
        'href="/rules/P502/"',
        "Under these assumptions",
    ):
        assert words in page
    assert f'href="{address(teacher, f"{result}file/")}" download' in page


def test_the_file_is_a_table_to_download(teacher: Member) -> None:
    many(teacher.classroom, 3)
    job = asked(teacher)
    work_everything()
    answer = browser_of(teacher).get(address(teacher, f"jobs/{job.key}/assumptions/file/"))
    text = b"".join(answer.streaming_content).decode("utf-8-sig")  # type: ignore[attr-defined]
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [row["learner"] for row in rows] == ["1", "2", "3"]
    assert answer.headers["Content-Disposition"] == 'attachment; filename="spring-assumptions.csv"'


def test_a_class_without_hand_ins_comes_to_nothing(teacher: Member) -> None:
    job = asked(teacher)
    work_everything()
    assert "Other rules find something in 0 of 0 hand-ins" in page_of(teacher, f"jobs/{job.key}/assumptions/")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"restart_every_ms": "often"}, "Write a time with its unit"),
        ({"how": "exactly"}, "Write a whole number from 0 to"),
        ({"how": ""}, "error-summary"),
        ({"seed": "x"}, "A seed is a whole number"),
        ({"key": "none"}, "lost its hidden fields"),
    ],
    ids=str,
)
def test_what_is_no_assumption_is_shown_again(teacher: Member, wrong: dict[str, str], said: str) -> None:
    answer = browser_of(teacher).post(address(teacher, "assumptions/start/"), form(**wrong))
    assert (answer.status_code, Job.objects.count()) == (422, 0)
    assert said in answer.content.decode()


def test_exactly_so_many_interruptions_are_an_assumption_too(teacher: Member) -> None:
    job = asked(teacher, how="exactly", exactly="2", downtime_ms="1 min")
    assert job.arguments["assumptions"]["interruptions"] == {
        "restart_every_ms": None,
        "restart_downtime_ms": 30_000,
        "close_every_ms": None,
        "close_downtime_ms": 0,
        "session_limit_ms": None,
        "limit_downtime_ms": 0,
        "exactly": 2,
        "downtime_ms": 60_000,
    }


def test_the_same_form_twice_is_one_job(teacher: Member) -> None:
    fields = form()
    for _ in range(2):
        browser_of(teacher).post(address(teacher, "assumptions/start/"), fields)
    assert Job.objects.count() == 1


def test_it_is_not_asked_for_without_its_assumptions(teacher: Member) -> None:
    answer = browser_of(teacher).post(address(teacher, "start/cohort/"), {"key": str(uuid4())})
    assert (answer.status_code, Job.objects.count()) == (404, 0)


def test_what_another_job_has_made_is_no_before_and_after(teacher: Member) -> None:
    browser_of(teacher).post(address(teacher, "start/class_recheck/"), {"key": str(uuid4())})
    work_everything()
    key = Job.objects.get().key
    for rest in (f"jobs/{key}/assumptions/", f"jobs/{key}/assumptions/file/"):
        assert browser_of(teacher).get(address(teacher, rest)).status_code == 404


def test_only_the_instructors_of_the_class_find_it(teacher: Member) -> None:
    job = asked(teacher)
    work_everything()
    gets = ("assumptions/", f"jobs/{job.key}/assumptions/", f"jobs/{job.key}/assumptions/file/")
    for other in (Client(), browser_of(assistant(teacher.classroom)), browser_of(opened_class("Autumn"))):
        assert [other.get(address(teacher, rest)).status_code for rest in gets] == [404] * 3
        assert other.post(address(teacher, "assumptions/start/"), form()).status_code == 404
    theirs = opened_class("Winter")
    assert browser_of(theirs).get(address(theirs, f"jobs/{job.key}/assumptions/")).status_code == 404


def test_forms_are_for_sending_and_pages_for_reading(teacher: Member) -> None:
    client = browser_of(teacher)
    assert client.get(address(teacher, "assumptions/start/")).status_code == 405
    assert client.post(address(teacher)).status_code == 405


def test_the_number_of_queries_grows_with_nothing() -> None:
    counts = []
    for number in (2, 60):
        member = opened_class(str(number))
        many(member.classroom, number)
        job = asked(member)
        work_everything()
        with CaptureQueriesContext(connection) as shown:
            page_of(member, f"jobs/{job.key}/assumptions/")
        counts.append(len(shown))
    assert counts[0] == counts[1]
