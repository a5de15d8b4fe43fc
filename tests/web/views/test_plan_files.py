"""/plans/import/ starts a plan from a plan file, and /plans/…/file/ gives it back."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from planner.core.plan import Plan as CorePlan
from planner.core.planfile import MAX_BYTES, read_plan, write_plan
from planner.models import Plan
from planner.services import demo
from planner.services.classes import members
from tests.services.stored import new_key, now_in
from tests.web.classes import guest, school
from tests.web.visitors import many_steps, with_plan

pytestmark = pytest.mark.django_db

ADDRESS = "/plans/import/"
EXAMPLE = Path("planner/data/example.json").read_text(encoding="utf-8")
PLANS = [Path("planner/data/example.json"), *sorted(Path("tests/plans").glob("*.json"))]


@pytest.fixture(autouse=True)
def _nobody_has_asked_yet() -> None:
    cache.clear()


def uploaded(content: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("plan.json", content, content_type="application/json")


def test_the_page_takes_a_file_or_its_text(client: Client) -> None:
    page = client.get(ADDRESS)
    assert page.status_code == 200
    assert 'enctype="multipart/form-data"' in page.content.decode()
    assert "Please do not enter real company secrets" in page.content.decode()


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
def test_a_file_comes_back_as_it_went_in(path: Path, client: Client) -> None:
    form = {"key": new_key(), "file": uploaded(path.read_bytes())}
    answer = client.post(ADDRESS, form)
    if answer.status_code == 422:  # It holds addresses, and they are made up.
        made_up = answer.context["proof"]
        answer = client.post(ADDRESS, {"key": form["key"], "text": path.read_text(), "private": made_up})
    row = Plan.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/plans/{row.pk}/plan/")
    given = client.get(f"/plans/{row.pk}/file/")
    assert given.content.decode() == write_plan(read_plan(path.read_bytes()))


def test_text_does_as_well_as_a_file(client: Client) -> None:
    exercise = demo.seed().exercise
    client.post(ADDRESS, {"key": new_key(), "text": EXAMPLE})
    row = Plan.objects.exclude(session_token="").get()
    assert now_in(row) == read_plan(EXAMPLE)
    assert row.exercise == exercise


def test_a_file_counts_where_there_is_text_too(client: Client) -> None:
    client.post(ADDRESS, {"key": new_key(), "file": uploaded(EXAMPLE.encode()), "text": "{}"})
    assert now_in(Plan.objects.get()) == read_plan(EXAMPLE)


def test_the_same_form_twice_starts_one_plan(client: Client) -> None:
    form = {"key": new_key(), "text": EXAMPLE}
    places = {client.post(ADDRESS, form).headers["Location"] for _ in range(2)}
    assert (len(places), Plan.objects.count()) == (1, 1)


def test_a_plan_that_cannot_be_is_refused_with_its_place_and_its_text(client: Client) -> None:
    wrong = EXAMPLE.replace('"seconds": 720', '"seconds": "long"')
    answer = client.post(ADDRESS, {"key": new_key(), "text": wrong})
    page = answer.content.decode()
    assert (answer.status_code, Plan.objects.count()) == (422, 0)
    assert "At steps[1].seconds: " in page
    assert "&quot;seconds&quot;: &quot;long&quot;" in page


def test_the_text_of_a_refused_file_stands_there_to_be_mended(client: Client) -> None:
    answer = client.post(ADDRESS, {"key": new_key(), "file": uploaded(b'{"format": "checkpoint-plan/2"}')})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "At format: “checkpoint-plan/1”, the only format that is read here." in page
    assert "checkpoint-plan/2" in page


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "a plan file is JSON; this is not"),
        (b"\xff\xfe", "a plan file is text in UTF-8"),
        (b"[" * 100_000, "This is no plan yet."),
        (b"[1]", "a plan file holds one object"),
        (b" " * (MAX_BYTES + 1), "A plan file has at most 1,048,576 bytes."),
    ],
    ids=["empty", "not UTF-8", "deep", "a list", "too large"],
)
def test_what_is_no_plan_file_is_refused(content: bytes, said: str, client: Client) -> None:
    answer = client.post(ADDRESS, {"key": new_key(), "file": uploaded(content)})
    assert (answer.status_code, Plan.objects.count()) == (422, 0)
    assert said in answer.content.decode()


@pytest.mark.parametrize("form", [{}, {"text": ""}, {"text": " \n"}])
def test_nothing_handed_over_is_said_beside_the_field(form: dict[str, str], client: Client) -> None:
    answer = client.post(ADDRESS, {"key": new_key(), **form})
    assert answer.status_code == 422
    assert "Choose a plan file, or paste its text here." in answer.content.decode()


def test_a_form_that_lost_its_key_is_shown_again(client: Client) -> None:
    answer = client.post(ADDRESS, {"text": EXAMPLE})
    assert (answer.status_code, Plan.objects.count()) == (422, 0)


def test_somebody_else_cannot_download_a_plan() -> None:
    _, row = with_plan("Read")
    other, _ = with_plan("Read")
    for client in (other, Client()):
        assert client.get(f"/plans/{row.pk}/file/").status_code == 404


def test_a_download_takes_nothing_in() -> None:
    client, row = with_plan("Read")
    assert client.post(f"/plans/{row.pk}/file/").status_code == 405


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Weekly donor run", "weekly-donor-run.json"),
        ('Ein "Plan"; ß\n', "ein-plan.json"),
        ("計画", "plan.json"),
        ("x" * 200, f"{'x' * 60}.json"),
    ],
)
def test_a_download_is_named_after_its_plan(title: str, name: str) -> None:
    client, row = with_plan(CorePlan(title=title))
    answer = client.get(f"/plans/{row.pk}/file/")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"


def test_too_many_files_in_a_few_minutes_are_refused(client: Client) -> None:
    client.post(ADDRESS, {"key": new_key(), "text": EXAMPLE})  # From here on the browser is known by its plan.
    form = {"text": '{"format": "checkpoint-plan/1", "title": "Run"}'}
    answers = [client.post(ADDRESS, {"key": new_key(), **form}).status_code for _ in range(31)]
    assert answers == [302] * 30 + [429]


def test_a_download_takes_a_fixed_number_of_queries() -> None:
    counts = []
    for size in (1, 40):
        client, row = with_plan(many_steps(size))
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/plans/{row.pk}/file/")
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 11


def test_a_plan_file_goes_to_the_class_that_the_form_names(client: Client) -> None:
    first, second = school(), school("Autumn", teacher="other")
    client, person = guest()
    for one in (first, second):
        members.join(person, one.classroom, name="Kim")
    page = client.get(ADDRESS, {"class": str(first.classroom.pk)}).content.decode()
    assert f'name="classroom" value="{first.classroom.pk}"' in page
    for named in (str(first.classroom.pk), ""):
        client.post(ADDRESS, {"key": new_key(), "text": EXAMPLE, "classroom": named})
    expected = [first.classroom.exercise, second.classroom.exercise]
    assert [row.exercise for row in Plan.objects.order_by("created_at")] == expected


@pytest.mark.parametrize(("named", "status"), [("not one", 422), ("of somebody else", 404)])
def test_a_class_that_is_not_ones_own_takes_no_plan(named: str, status: int) -> None:
    client, _ = guest()
    code = str(school().classroom.pk) if status == 404 else named
    answer = client.post(ADDRESS, {"key": new_key(), "text": EXAMPLE, "classroom": code})
    assert (answer.status_code, Plan.objects.count()) == (status, 0)
