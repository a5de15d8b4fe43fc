"""/example/ shows the worked example in four screens, each with a question."""

from __future__ import annotations

import re
import uuid

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from planner.models import Explanation
from tests.web.visitors import with_plan

pytestmark = pytest.mark.django_db

ADDRESSES = ["/example/", "/example/2/", "/example/3/", "/example/4/"]


def answer(client: Client, number: int, text: str, key: str = "") -> tuple[int, str]:
    form = {"text": text, "key": key or str(uuid.uuid4())}
    answered = client.post(f"/example/{number}/answer/", form)
    return answered.status_code, answered.headers.get("Location", "")


@pytest.mark.parametrize("address", ADDRESSES)
def test_each_screen_has_an_address_and_a_question(client: Client, address: str) -> None:
    page = client.get(address)
    text = page.content.decode()
    assert page.status_code == 200
    assert text.count('aria-current="page"') == 1
    assert "In your own words" in text
    assert "A model answer" not in text


def test_the_screens_fade(client: Client) -> None:
    whole, no_resume, no_guards, own = (client.get(address).content.decode() for address in ADDRESSES)
    assert ["A lease, a lock that runs out by itself" in page for page in (whole, no_resume)] == [True, False]
    assert ["unclear ones looked up" in page for page in (whole, no_resume, no_guards)] == [True, True, False]
    assert ["Part 4: left blank." in page for page in (whole, no_resume, no_guards)] == [False, True, True]
    assert "Part 3, unsafe points: left blank." in no_guards
    assert "Start your own plan" in own
    assert "<form" not in whole.split('id="run-line"')[1].split('id="prompt"')[0]


def test_reading_needs_no_session(client: Client) -> None:
    client.get("/example/")
    assert "sessionid" not in client.cookies


def test_an_answer_is_kept_and_the_model_answer_stands_beside_it(client: Client) -> None:
    assert answer(client, 1, "It differs each time.") == (302, "/example/#model-answer")
    page = client.get("/example/").content.decode()
    assert "It differs each time.</textarea>" in page
    assert "A model answer" in page
    assert "Drafting takes 25 minutes" in page
    assert "A model answer" not in client.get("/example/2/").content.decode()


def test_the_same_answer_twice_is_kept_once(client: Client) -> None:
    key = str(uuid.uuid4())
    assert [answer(client, 2, "The drafts.", key) for _ in range(2)] == [(302, "/example/2/#model-answer")] * 2
    assert [one.text for one in Explanation.objects.all()] == ["The drafts."]


def test_two_answers_from_two_tabs_stand_side_by_side(client: Client) -> None:
    answer(client, 1, "From the other tab.")
    page = client.post("/example/1/answer/", {"text": "From this one.", "before": "", "key": str(uuid.uuid4())})
    text = page.content.decode()
    assert (page.status_code, Explanation.objects.get().text) == (409, "From the other tab.")
    assert "This answer was changed in another tab" in text
    assert "<dd>From this one.</dd>" in text
    assert "<dd>From the other tab.</dd>" in text
    sent = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', text.split('id="conflict"')[1]))
    other = client.post("/example/1/answer/", {**sent, "keep": "there"})
    assert (other.headers["Location"], Explanation.objects.get().text) == ("/example/#prompt", "From the other tab.")
    here = client.post("/example/1/answer/", {**sent, "keep": "here"})
    assert (here.status_code, Explanation.objects.get().text) == (302, "From this one.")


@pytest.mark.parametrize("text", ["", "  ", "no\x00thing", "x" * 5_001])
def test_what_is_no_answer_is_shown_again(client: Client, text: str) -> None:
    page = client.post("/example/1/answer/", {"text": text, "key": str(uuid.uuid4())})
    assert (page.status_code, Explanation.objects.count()) == (422, 0)
    assert "field-error" in page.content.decode()


def test_a_form_without_its_key_is_refused(client: Client) -> None:
    page = client.post("/example/1/answer/", {"text": "It differs."})
    assert (page.status_code, Explanation.objects.count()) == (422, 0)
    assert "This form has lost its hidden fields" in page.content.decode()
    assert "It differs.</textarea>" in page.content.decode()


def test_an_answer_that_looks_private_is_asked_about_first(client: Client) -> None:
    status, _ = answer(client, 1, "Ask ana@harborside.example")
    assert (status, Explanation.objects.count()) == (422, 0)


def test_somebody_else_sees_nothing_of_it(client: Client) -> None:
    answer(client, 1, "It differs each time.")
    assert "It differs each time." not in Client().get("/example/").content.decode()


@pytest.mark.parametrize("number", [0, 5, 99])
def test_there_are_four_screens(client: Client, number: int) -> None:
    assert client.get(f"/example/{number}/").status_code == 404
    assert answer(client, number, "Why not?")[0] == 404


def test_each_address_takes_its_own_way_of_asking(client: Client) -> None:
    assert client.post("/example/").status_code == 405
    assert client.get("/example/1/answer/").status_code == 405


def test_the_places_lead_back_to_the_plan_that_was_changed_last() -> None:
    client, row = with_plan("Read\nPay !")
    assert f'href="/plans/{row.pk}/plan/"' in client.get("/example/").content.decode()
    assert "Go on with your plan" in client.get("/example/4/").content.decode()


def test_the_number_of_queries_is_small() -> None:
    client, _ = with_plan("Read\nPay !")
    for address in ADDRESSES:
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        assert len(queries) <= 20
