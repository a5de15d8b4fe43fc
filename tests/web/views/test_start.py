"""/ says what this is and offers three ways in; /plans/ lists what belongs to this browser."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from planner.bridge import core_plan
from planner.models import Plan, User
from planner.services import demo
from planner.web.access import BROWSER
from tests.services.stored import new_key
from tests.web.visitors import with_plan

pytestmark = pytest.mark.django_db


def test_the_front_page_offers_three_ways_in(client: Client) -> None:
    text = client.get("/").content.decode()
    for address in ('href="/example/"', 'action="/plans/new/"', 'href="/plans/import/"'):
        assert address in text
    assert "My plans" not in text


def test_looking_around_starts_no_session(client: Client) -> None:
    client.get("/")
    assert "sessionid" not in client.cookies


def test_a_plan_is_started_without_an_account_and_belongs_to_the_browser(client: Client) -> None:
    answer = client.post("/plans/new/", {"title": "My run", "key": new_key()})
    row = Plan.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/plans/{row.pk}/plan/")
    assert (row.title, row.owner, row.session_token) == ("My run", None, client.session[BROWSER])
    assert client.get(f"/plans/{row.pk}/plan/").status_code == 200
    assert Client().get(f"/plans/{row.pk}/plan/").status_code == 404


def test_a_signed_in_person_owns_what_they_start(client: Client) -> None:
    user = User.objects.create_user("ann")
    client.force_login(user)
    client.post("/plans/new/", {"title": "My run", "key": new_key()})
    row = Plan.objects.get()
    assert (row.owner, row.session_token) == (user, "")


def test_the_same_form_twice_starts_one_plan(client: Client) -> None:
    form = {"title": "My run", "key": new_key()}
    first, second = (client.post("/plans/new/", form).headers["Location"] for _ in range(2))
    assert (first, Plan.objects.count()) == (second, 1)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"title": " "}, "Give your workflow a name"),
        ({"title": "x" * 201}, "at most 200 characters"),
        ({"title": "My run", "key": "x"}, "This form has lost its hidden fields."),
        ({"title": "\x07"}, "text without control characters"),
    ],
    ids=str,
)
def test_a_form_that_cannot_be_taken_is_shown_again(client: Client, form: dict[str, str], said: str) -> None:
    answer = client.post("/plans/new/", {"key": new_key(), **form})
    assert (answer.status_code, said in answer.content.decode(), Plan.objects.count()) == (422, True, 0)


def test_a_copy_of_the_example_is_a_plan_of_ones_own(client: Client) -> None:
    form = {"key": new_key()}
    answers = [client.post("/example/copy/", form).headers["Location"] for _ in range(2)]
    row = Plan.objects.get()
    assert answers == [f"/plans/{row.pk}/plan/"] * 2
    assert core_plan(row) == demo.worked_example()


@pytest.mark.parametrize("path", ["/plans/new/", "/example/copy/"])
def test_starting_is_there_for_post_only(client: Client, path: str) -> None:
    assert client.get(path).status_code == 405


def test_my_plans_lists_mine_alone() -> None:
    client, mine = with_plan("Read")
    _, other = with_plan("Read")
    for address in ("/", "/plans/"):
        text = client.get(address).content.decode()
        assert re.findall(r'href="/plans/([-0-9a-f]+)/plan/"', text) == [str(mine.pk)]
    assert str(other.pk) not in client.get("/plans/").content.decode()


def test_a_new_browser_has_no_plans(client: Client) -> None:
    assert "There is none yet." in client.get("/plans/").content.decode()


def test_the_number_of_queries_does_not_grow_with_the_number_of_plans() -> None:
    client, _ = with_plan("Read")
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as made:
            client.get("/plans/")
        counts.append(len(made))
        for _ in range(5):
            client.post("/plans/new/", {"title": "Another", "key": new_key()})
    assert counts[0] == counts[1]
