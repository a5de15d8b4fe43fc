"""Text that looks private is kept only when the person has replaced it or said that it is made up."""

import json
import logging
import re
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, RequestFactory
from django.urls import get_resolver
from hypothesis import given
from hypothesis import strategies as st

from planner.bridge import core_plan
from planner.core.check import check_plan
from planner.core.planfile import read_plan, write_plan
from planner.core.sketch import sketch
from planner.models import Plan
from planner.privacy import private_in
from planner.services.draft import tidy_text
from planner.web.posted import Posted, private_fields
from tests.services.stored import new_key

pytestmark = pytest.mark.django_db

PRIVATE = "Write to ana@harborside.example"
KEY = "6a1b5f0e-6f0b-4d7c-9d35-0a2c1f6e8b47"


def start(client: Client, title: str, **more: str) -> Any:
    return client.post("/plans/new/", {"title": title, "key": KEY, **more})


def proof_in(response: Any) -> str:
    """The value of the button that says: it is made up, keep it."""
    proof: str = response.context["proof"]
    return proof


def titles() -> list[str]:
    return list(Plan.objects.values_list("title", flat=True))


def test_of_a_text_full_of_what_looks_private_the_first_hundred_are_asked_about(client: Client) -> None:
    response = start(client, " ".join(f"ana{number}@harborside.example" for number in range(120)))
    pieces = [excerpt.piece for posted in response.context["found"] for excerpt in posted.excerpts]
    assert pieces == [f"ana{number}@harborside.example" for number in range(100)]
    assert titles() == []


def test_what_looks_private_is_shown_back_and_not_kept(client: Client) -> None:
    response = start(client, PRIVATE)
    page = response.content.decode()
    assert (response.status_code, titles()) == (422, [])
    assert "Is this a real e-mail address?" in page
    assert "Write to <mark>ana@harborside.example</mark>" in page
    assert f'name="key" value="{KEY}"' in page


def test_it_goes_on_when_it_is_confirmed_as_made_up(client: Client) -> None:
    start(client, PRIVATE, private=proof_in(start(client, PRIVATE)))
    assert titles() == [PRIVATE]


def test_a_confirmation_counts_for_exactly_this_text(client: Client) -> None:
    proof = proof_in(start(client, PRIVATE))
    response = start(client, "Write to bob@harborside.example", private=proof)
    assert (response.status_code, titles()) == (422, [])


@pytest.mark.parametrize("forged", ["", "yes", "0" * 64, "ünd"])
def test_a_forged_confirmation_counts_for_nothing(client: Client, forged: str) -> None:
    assert (start(client, PRIVATE, private=forged).status_code, titles()) == (422, [])


def test_what_is_confirmed_once_is_not_asked_again(client: Client) -> None:
    start(client, PRIVATE, private=proof_in(start(client, PRIVATE)))
    again = client.post("/plans/new/", {"title": "Ask ana@harborside.example first", "key": new_key()})
    assert (again.status_code, len(titles())) == (302, 2)


def test_another_browser_is_asked_by_itself(client: Client) -> None:
    start(client, PRIVATE, private=proof_in(start(client, PRIVATE)))
    assert start(Client(), PRIVATE).status_code == 422


def test_it_goes_on_when_it_is_replaced(client: Client) -> None:
    start(client, PRIVATE, private="replace")
    assert titles() == ["Write to [e-mail address]"]


def test_it_goes_on_when_it_is_written_differently(client: Client) -> None:
    start(client, "Write to Ana", private=proof_in(start(client, PRIVATE)))
    assert titles() == ["Write to Ana"]


def test_the_session_keeps_nothing_that_leads_back_to_the_text(client: Client) -> None:
    start(client, PRIVATE)
    assert "made-up" not in client.session
    start(client, PRIVATE, private=proof_in(start(client, PRIVATE)))
    assert "harborside" not in json.dumps(dict(client.session))


def test_nothing_of_it_is_logged(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        start(client, PRIVATE)
    assert "harborside" not in caplog.text


def test_a_part_of_a_page_is_answered_in_the_place_for_notices(client: Client) -> None:
    headers = {"HX-Request": "true", "HX-Target": "workbench"}
    response = client.post("/plans/new/", {"title": PRIVATE, "key": KEY}, headers=headers)
    page = response.content.decode()
    assert (response.status_code, response["HX-Retarget"], response["HX-Reswap"]) == (422, "#private-text", "innerHTML")
    assert "<html" not in page
    assert 'hx-target="#workbench"' in page


def test_other_text_is_let_through_without_a_session(client: Client) -> None:
    response = client.post("/plans/new/", {"title": "", "key": KEY})
    assert "Give your workflow a name" in response.content.decode()
    assert "sessionid" not in client.cookies


@pytest.mark.parametrize("address", ["/account/sign-in/", "/account/sign-up/"])
def test_a_form_about_the_person_is_left_alone(client: Client, address: str) -> None:
    page = client.post(address, {"username": "ana@harborside.example", "password": "x"}).content.decode()
    assert "Is this a real e-mail address?" not in page
    assert "ana@harborside.example" in page


def addresses(patterns: Iterable[Any], before: str = "") -> Iterator[str]:
    """Every address of the site, filled with something."""
    values = {"<uuid": str(uuid.UUID(KEY)), "<int": "1", "<slug": "one", "<str": "one"}
    for pattern in patterns:
        route = f"{before}{pattern.pattern}"
        if hasattr(pattern, "url_patterns"):
            yield from addresses(pattern.url_patterns, route)
        else:
            yield re.sub(r"(<\w+):\w+>", lambda found: values[found[1]], route)


def test_every_form_but_those_about_the_person_is_gated(client: Client) -> None:
    asked, let_through = 0, []
    for address in addresses(get_resolver().url_patterns):
        answer = client.post(f"/{address}", {"text": PRIVATE})
        if "Is this a real e-mail address?" in answer.content.decode():
            asked += 1
        else:
            let_through.append(address)
    assert asked > 30
    members = f"classes/{uuid.UUID(KEY)}/members"
    assert let_through == [
        "account/sign-up/",
        "account/sign-in/",
        "join/one/",
        "come-back/",
        f"{members}/roster/",
        f"{members}/roster/take/",
    ]


def test_a_plan_file_with_private_text_goes_on_as_text(client: Client) -> None:
    file = SimpleUploadedFile("plan.json", write_plan(sketch(DRAWING)).encode())
    asked: Any = client.post("/plans/import/", {"file": file, "key": KEY})
    page = asked.content.decode()
    assert (asked.status_code, Plan.objects.count()) == (422, 0)
    assert "Mail the total to <mark>ana@harborside.example</mark>" in page
    assert 'enctype="multipart/form-data"' in page
    sent = {"text": asked.context["found"][0].value, "key": KEY}
    assert client.post("/plans/import/", {**sent, "private": proof_in(asked)}).status_code == 302
    assert core_plan(Plan.objects.get()) == sketch(DRAWING)


def test_a_plan_file_can_be_replaced_in(client: Client) -> None:
    sent = {"text": write_plan(sketch(DRAWING)), "key": KEY, "private": "replace"}
    assert client.post("/plans/import/", sent).status_code == 302
    (step,) = [step for step in core_plan(Plan.objects.get()).steps if step.name.startswith("Mail")]
    assert step.name == "Mail the total to [e-mail address]"


DRAWING = """
    Fetch the rows < -> rows
    Mail the total to ana@harborside.example !
    |
    Report
    state: rows
"""


def posted(data: dict[str, Any]) -> tuple[Posted, ...]:
    return private_fields(RequestFactory().post("/", data))


def pieces(data: dict[str, Any]) -> list[tuple[str, str]]:
    """The fields in which something looks private, each with what it is."""
    return [(one.name, excerpt.piece) for one in posted(data) for excerpt in one.excerpts]


def test_a_plan_file_is_read_as_the_check_reads_it() -> None:
    plan = sketch(DRAWING)
    hidden = write_plan(plan).replace("@", "\\u0040")
    assert read_plan(hidden) == plan
    assert pieces({"file": SimpleUploadedFile("plan.json", hidden.encode())}) == [("text", "ana@harborside.example")]
    assert pieces({"text": hidden}) == [("text", "ana@harborside.example")]


def test_a_file_that_is_no_plan_is_read_as_text() -> None:
    assert pieces({"file": SimpleUploadedFile("steps.md", b"1. Ask ana@harborside.example")}) == [
        ("text", "ana@harborside.example")
    ]
    assert pieces({"goal": "{ana@harborside.example}"}) == [("goal", "ana@harborside.example")]


@pytest.mark.parametrize("content", [b"\xff\xfe", b"ana@harborside.example" + b" " * 2**20])
def test_a_file_that_no_view_takes_is_left_to_the_view(content: bytes) -> None:
    assert pieces({"file": SimpleUploadedFile("plan.json", content)}) == []


def test_each_field_that_looks_private_is_asked_about() -> None:
    data = {"name": PRIVATE, "notes": "quiet", "produces": "rows\nDE89 3704 0044 0532 0130 00", "key": KEY}
    assert pieces(data) == [("name", "ana@harborside.example"), ("produces", "DE89 3704 0044 0532 0130 00")]


PIECES = (
    "ana@harborside.example",
    "+49 30 123456",
    "(0)171 2345678",
    "DE89 3704 0044 0532 0130 00",
    "4111 1111 1111 1111",
    "pwd: a1b2c3d4e5",
)
AROUND = (" ", ", ", "\n", "\t", "\u00a0", "x", "1", "@", ":", "{", "\u0301")


@given(st.lists(st.sampled_from(PIECES + AROUND), min_size=1, max_size=6).map("".join))
def test_what_the_check_sees_in_a_field_the_gate_has_seen(text: str) -> None:
    lines = dict.fromkeys(" ".join(line.split()) for line in tidy_text(text).splitlines() if line.split())
    plan = sketch("Read")
    step = replace(plan.steps[0], notes=tidy_text(text.strip()), produces=tuple(lines))
    found = check_plan(replace(plan, steps=(step,)), select={"W105"}, spot=private_in)
    assert bool(posted({"notes": text})) or not found
