"""/plans/…/hand-in/ says what stands in the way, shows what is handed in, and hands it in."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from planner.models import Exercise, Plan, Submission, TakenSuggestion
from planner.services import steps
from tests.services.ready import DRAWING, ready_plan, with_test
from tests.services.stored import new_key
from tests.web.visitors import fields, many_steps, with_plan

pytestmark = pytest.mark.django_db

OPEN = "Read -> rows\n|\nPay !\nReport <- rows"


def address(row: Plan, rest: str = "") -> str:
    return f"/plans/{row.pk}/hand-in/{rest}"


def somebody(drawing: str = DRAWING) -> tuple[Client, Plan]:
    """Somebody with a plan that is ready to be handed in."""
    client, row = with_plan(ready_plan(drawing))
    with_test(row)
    return client, row


def form(row: Plan, **more: Any) -> dict[str, Any]:
    return fields(row, **{"confirmed": "on", **more})


def test_the_page_shows_what_would_be_handed_in() -> None:
    client, row = somebody()
    page = client.get(address(row)).content.decode()
    assert "To finish first" not in page
    for part in ("Checkpoint A", "State and resume", "Evidence", "200 test runs of plan version 1", "Seed 1"):
        assert part in page
    assert "Please do not enter real company secrets" in page
    assert "Who sees it: the people who review" in page


def test_a_closed_exercise_offers_nothing_to_press() -> None:
    client, row = somebody()
    row.exercise = Exercise.objects.create(slug="closed", title="Closed", takes_hand_ins=False)
    row.save()
    page = client.get(address(row)).content.decode()
    assert "This exercise is closed" in page
    assert "hand-in-form" not in page
    assert "To finish first" not in page


def test_before_anything_is_pressed_it_lists_what_to_finish() -> None:
    client, row = with_plan(OPEN)
    page = client.get(address(row)).content.decode()
    assert "To finish first" in page
    assert f'href="/plans/{row.pk}/plan/#step-read-repeats-yes"' in page
    assert f'href="/plans/{row.pk}/plan/#after-read-complete"' in page
    assert f'href="/plans/{row.pk}/plan/#storage-where"' in page
    assert f'href="/plans/{row.pk}/plan/#resume-if_unclear"' in page
    assert f'href="/plans/{row.pk}/test/"' in page
    assert "autofocus" not in page


def test_every_link_leads_to_a_field_of_the_plan_page() -> None:
    client, row = with_plan(OPEN)
    plan_page = client.get(f"/plans/{row.pk}/plan/").content.decode()
    lines = client.get(address(row)).context["obstacles"]
    anchors = [line.href.partition("#")[2] for line in lines if "/plan/#" in line.href]
    assert len(anchors) > 8
    assert [anchor for anchor in anchors if f'id="{anchor}' not in plan_page] == []


def test_handing_in_keeps_the_version_and_shows_it() -> None:
    client, row = somebody()
    answer = client.post(address(row, "send/"), form(row))
    assert (answer.status_code, answer.headers["Location"]) == (302, address(row, "1/"))
    assert Submission.objects.get().number == 1
    page = client.get(address(row, "1/")).content.decode()
    assert "Handed in. This version stays as it is" in page
    assert "This is what you handed in as" in client.get(address(row)).content.decode()


def test_what_stands_in_the_way_takes_the_focus() -> None:
    client, row = with_plan(OPEN)
    answer = client.post(address(row, "send/"), form(row))
    page = answer.content.decode()
    assert (answer.status_code, Submission.objects.count()) == (422, 0)
    assert 'id="error-summary" tabindex="-1" autofocus' in page
    assert page.index('id="error-summary"') < page.index("<h1>")


def test_without_the_confirmation_nothing_is_handed_in() -> None:
    client, row = somebody()
    answer = client.post(address(row, "send/"), fields(row))
    page = answer.content.decode()
    assert (answer.status_code, Submission.objects.count()) == (422, 0)
    assert '<a href="#id_confirmed">Read the plan for secrets' in page
    assert 'aria-invalid="true"' in page


@pytest.mark.parametrize("wrong", [{"key": "x"}, {"version": ""}, {"version": "x"}], ids=str)
def test_a_form_that_no_page_has_made_is_refused(wrong: dict[str, Any]) -> None:
    client, row = somebody()
    answer = client.post(address(row, "send/"), form(row, **wrong))
    assert (answer.status_code, Submission.objects.count()) == (422, 0)
    assert "This form has lost its hidden fields" in answer.content.decode()


def test_the_same_form_twice_hands_in_once() -> None:
    client, row = somebody()
    twice = form(row)
    answers = [client.post(address(row, "send/"), twice) for _ in range(2)]
    assert [(one.status_code, one.headers["Location"]) for one in answers] == [(302, address(row, "1/"))] * 2
    assert Submission.objects.count() == 1


def test_the_same_plan_again_is_told_so() -> None:
    client, row = somebody()
    client.post(address(row, "send/"), form(row))
    answer = client.post(address(row, "send/"), form(row))
    assert (answer.status_code, Submission.objects.count()) == (409, 1)
    assert "This is what you handed in as number 1. Change something first." in answer.content.decode()


def test_a_plan_that_has_changed_since_is_shown_once_more() -> None:
    client, row = somebody()
    old = form(row)
    steps.edit(row, step="work", name="Work hard", version=1, key=new_key())
    answer = client.post(address(row, "send/"), old)
    page = answer.content.decode()
    assert (answer.status_code, Submission.objects.count()) == (409, 0)
    assert "The plan has changed since this page was made." in page
    assert 'name="version" value="2"' in page


def test_findings_that_are_to_be_judged_first_are_not_given_away() -> None:
    client, row = with_plan("Read -> rows\n(|) holds rows answered - - - - -\nPay !\nReport <- rows")
    page = client.get(address(row)).content.decode()
    assert "half done?" in page
    assert "C201" not in page


def with_taken(row: Plan) -> TakenSuggestion:
    return TakenSuggestion.objects.create(plan=row, code="S403", version=2, choice="Load the latest.")


def test_a_suggestion_that_was_taken_asks_why_on_this_page() -> None:
    client, row = somebody()
    taken = with_taken(row)
    page = client.get(address(row)).content.decode()
    assert '<a href="#taken-2-reason">Say why you took a suggestion</a>' in page
    assert 'id="taken-2-reason"' in page
    answer = client.post(address(row, "explain/"), fields(row, taken=2, reason="It is whole."))
    assert (answer.status_code, answer.headers["Location"]) == (302, address(row))
    taken.refresh_from_db()
    assert taken.reason == "It is whole."


def test_an_empty_reason_is_shown_again_with_its_error() -> None:
    client, row = somebody()
    with_taken(row)
    answer = client.post(address(row, "explain/"), fields(row, taken=2, reason=" "))
    assert answer.status_code == 422
    assert "Say why it helps, in your own words." in answer.content.decode()


def test_a_reason_from_another_tab_is_not_written_over() -> None:
    client, row = somebody()
    taken = with_taken(row)
    here, there = fields(row, taken=2, reason="Mine."), fields(row, taken=2, reason="Theirs.")
    client.post(address(row, "explain/"), there)
    answer = client.post(address(row, "explain/"), here)
    page = answer.content.decode()
    taken.refresh_from_db()
    assert (answer.status_code, taken.reason) == (409, "Theirs.")
    assert "Another tab has saved “Theirs.” meanwhile" in page
    assert "Mine.</textarea>" in page
    assert 'name="version" value="2"' in page


def test_a_suggestion_that_was_never_taken_is_not_found() -> None:
    client, row = somebody()
    assert client.post(address(row, "explain/"), fields(row, taken=7, reason="Mine.")).status_code == 404


def test_a_stranger_finds_nothing() -> None:
    _, row = somebody()
    for other in (Client(), somebody()[0]):
        assert other.get(address(row)).status_code == 404
        assert other.post(address(row, "send/"), form(row)).status_code == 404
        assert other.post(address(row, "explain/"), fields(row, taken=2, reason="Mine.")).status_code == 404
    assert Submission.objects.count() == 0


def test_each_address_takes_its_own_way_of_asking() -> None:
    client, row = somebody()
    assert client.post(address(row)).status_code == 405
    assert client.get(address(row, "send/")).status_code == 405
    assert client.get(address(row, "explain/")).status_code == 405


def test_the_number_of_queries_does_not_grow_with_the_plan() -> None:
    counts = []
    for size in (1, 40):
        client, row = with_plan(many_steps(size))
        with_test(row)
        with CaptureQueriesContext(connection) as queries:
            client.get(address(row))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 25
