"""/plans/…/delete/ says what goes with a plan, and deletes it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from planner.models import Plan
from planner.services import people, plans, report_links, steps, submissions
from planner.services.plans import Holdings
from tests.services.ready import ready, ready_plan, with_test
from tests.services.stored import new_key
from tests.web.visitors import with_plan

pytestmark = pytest.mark.django_db


def address(row: Plan) -> str:
    return f"/plans/{row.pk}/delete/"


def test_it_says_what_goes_before_anything_does() -> None:
    client, row = with_plan(ready_plan())
    with_test(row)
    submissions.hand_in(row, version=1, key=new_key())
    page = client.get(address(row)).content.decode()
    assert re.findall(r"<dt>(.*?)</dt><dd class=\"number\">(\d+)</dd>", page) == [
        ("Steps", "3"),
        ("Tests", "1"),
        ("Hand-ins, with their reviews", "1"),
        ("Links to its report", "0"),
    ]
    assert f'href="/plans/{row.pk}/file/"' in page
    assert Plan.objects.count() == 1


def test_a_removed_step_does_not_count() -> None:
    row = ready()
    steps.remove(row, step="report", version=1, key=new_key())
    report_links.make(row, version=2, key=new_key(), days=7)
    assert plans.holdings(row) == Holdings(steps=2, tests=1, hand_ins=0, links=1)


def test_a_plan_is_deleted_once_however_often_the_form_is_sent() -> None:
    client, row = with_plan(ready_plan())
    with_test(row)
    submissions.hand_in(row, version=1, key=new_key())
    said: list[str] = []
    for _ in range(2):
        answer = client.post(address(row), {"key": new_key()}, follow=True)
        assert answer.redirect_chain == [("/plans/", 302)]
        said.extend(str(message) for message in answer.context["messages"])
    assert said == ["“Sketch” is deleted.", "There is no such plan any more."]
    assert Plan.objects.count() == 0
    assert client.get(address(row)).status_code == 404


def test_nobody_deletes_the_plan_of_somebody_else() -> None:
    _, row = with_plan("Read")
    other, _ = with_plan("Read")
    for client in (other, Client()):
        assert client.get(address(row)).status_code == 404
        client.post(address(row), {"key": new_key()})
    assert plans.find(people.browser(row.session_token), row.pk) == row


def test_a_form_of_another_site_deletes_nothing() -> None:
    client, row = with_plan("Read")
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    assert (strict.post(address(row)).status_code, Plan.objects.count()) == (403, 1)


def test_my_plans_leads_there() -> None:
    client, row = with_plan("Read")
    assert f'<a href="{address(row)}" aria-label="Delete Sketch">' in client.get("/plans/").content.decode()
