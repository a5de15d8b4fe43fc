"""/my-data/ shows what is kept of a person, gives it as an archive, and deletes it."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from planner.core.planfile import read_plan
from planner.core.sketch import sketch
from planner.models import Member, Plan, User
from tests.web.classes import form, school, signed_in
from tests.web.visitors import with_plan

pytestmark = pytest.mark.django_db


def deletion(**more: Any) -> dict[str, Any]:
    return form(confirmation="delete", **more)


def test_nothing_is_kept_of_a_new_browser(client: Client) -> None:
    assert "Nothing is kept of this browser yet." in client.get("/my-data/").content.decode()
    assert client.get("/my-data/download/").status_code == 404
    assert client.post("/my-data/delete/", deletion()).status_code == 404
    assert "sessionid" not in client.cookies


def test_the_page_says_how_much_there_is() -> None:
    client, _ = with_plan("Read")
    page = client.get("/my-data/").content.decode()
    assert "What belongs to this browser" in page
    assert "Delete my account too" not in page


def test_the_archive_holds_one_s_own_plans_alone() -> None:
    client, _ = with_plan("Read\nPay !")
    with_plan("Of somebody else")
    answer = client.get("/my-data/download/")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="my-checkpoint-plans.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        plans = [read_plan(archive.read(name)) for name in archive.namelist() if name.endswith("/plan.json")]
    assert plans == [sketch("Read\nPay !")]


def test_deleting_takes_the_word_and_leaves_the_others() -> None:
    client, row = with_plan("Read")
    _, other = with_plan("Of somebody else")
    for wrong in ("", "yes", "x" * 41):
        answer = client.post("/my-data/delete/", form(confirmation=wrong))
        assert (answer.status_code, Plan.objects.count()) == (422, 2)
        assert "nothing has been deleted" in answer.content.decode()
    answer = client.post("/my-data/delete/", form(confirmation=" DELETE "))
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    assert list(Plan.objects.all()) == [other]
    assert client.get(f"/plans/{row.pk}/plan/").status_code == 404


def test_an_account_stays_unless_it_is_to_go() -> None:
    kim = User.objects.create_user("kim")
    client = signed_in(kim)
    client.post("/plans/new/", form(title="Mine"))
    client.post("/my-data/delete/", deletion())
    assert (Plan.objects.count(), list(User.objects.all())) == (0, [kim])
    assert client.get("/my-data/").context["user"] == kim
    client.post("/my-data/delete/", deletion(account="on"))
    assert User.objects.count() == 0
    assert not client.get("/").context["user"].is_authenticated


def test_an_account_that_a_class_needs_stays() -> None:
    spring = school()
    answer = spring.as_instructor.post("/my-data/delete/", deletion(account="on"))
    assert answer.status_code == 422
    assert "first make somebody else an instructor of “Spring”" in answer.content.decode()
    assert (User.objects.count(), Member.objects.count()) == (1, 1)


def test_a_form_without_its_hidden_field_deletes_nothing() -> None:
    client, _ = with_plan("Read")
    assert client.post("/my-data/delete/", {"confirmation": "delete"}).status_code == 422
    assert Plan.objects.count() == 1


def test_the_page_makes_a_fixed_number_of_queries() -> None:
    spring = school()
    client, _ = spring.join_as_guest()
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            client.get("/my-data/")
        counts.append(len(queries))
        for number in range(5):
            client.post("/plans/new/", form(title=f"{number}"))
    assert counts[0] == counts[1] <= 7
