"""What holds for every edit of the Plan page alike."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from planner.bridge import core_plan
from planner.models import Plan
from planner.services import plans, steps
from tests.services.stored import new_key
from tests.web.plan_edits import EDITS, HTMX, Edit, address, send
from tests.web.visitors import fields, many_steps, with_plan

pytestmark = pytest.mark.django_db

MOST_QUERIES = 25
each_edit = pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.path)


def now(row: Plan) -> Any:
    """What is stored: the plan, and when the model was shown."""
    kept = Plan.objects.get(pk=row.pk)
    return core_plan(kept), kept.model_shown_at is not None


@each_edit
def test_it_acts_and_goes_back_to_the_page(edit: Edit) -> None:
    client, row = with_plan(many_steps(8))
    before = now(row)
    answer = send(client, row, edit.path, **edit.data)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith(address(row))
    assert client.get(answer.headers["Location"]).status_code == 200
    assert now(row) != before


@each_edit
def test_with_htmx_it_acts_and_brings_the_workbench(edit: Edit) -> None:
    client, row = with_plan(many_steps(8))
    before = now(row)
    answer = send(client, row, edit.path, htmx=True, **edit.data)
    page = answer.content.decode()
    assert (answer.status_code, "<html" in page, '<div id="workbench">' in page) == (200, False, True)
    assert now(row) != before


@pytest.mark.parametrize("page", ["http://[", "?open=step-nothing", "//[::1?open=plan#x", "\xff"])
def test_an_address_that_no_browser_has_opens_nothing(page: str) -> None:
    client, row = with_plan("Read\n|\nSend !")
    sent = fields(row, name="Report")
    answer = client.post(address(row, "steps/add/"), sent, headers={**HTMX, "HX-Current-URL": page})
    assert (answer.status_code, len(core_plan(Plan.objects.get()).steps)) == (200, 3)


@each_edit
def test_the_parts_that_a_browser_lacks_are_the_parts_that_the_page_shows_anew(edit: Edit) -> None:
    client, row = with_plan(many_steps(8))
    had = parts(client.get(address(row)))
    told = " ".join(f"{name}:{seen}" for name, seen in had.items())
    headers = {**HTMX, "X-Seen": told}
    answer = client.post(address(row, edit.path), fields(row, **edit.data), headers=headers)
    after, sent = parts(client.get(address(row), headers=HTMX)), parts(answer)
    opened = {name for name in sent if "checkpoint" in edit.path and name not in after}
    assert answer.headers["HX-Reswap"] == "none"
    assert {name for name, seen in after.items() if had.get(name) != seen} <= {*sent, *opened}


def test_a_card_that_the_browser_has_is_named_and_not_sent_again() -> None:
    client, row = with_plan("Read <\nPay !\nWrite !\n|\nReport !")
    client.post(address(row, "steps/pay/mark/"), fields(row, repeats="yes"))
    row.refresh_from_db()
    had = parts(client.get(address(row)))
    told = " ".join(f"{name}:{seen}" for name, seen in had.items())
    answer = client.post(
        address(row, "steps/write/mark/"), fields(row, repeats="yes"), headers={**HTMX, "X-Seen": told}
    )
    page = answer.content.decode()
    assert '<details id="finding-R301-pay" data-kept></details>' in page
    assert ("finding-R302-write" in parts(answer), "finding-R301-pay" in parts(answer)) == (True, False)


@each_edit
@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_the_same_form_twice_acts_once(edit: Edit, htmx: bool) -> None:
    client, row = with_plan(many_steps(8))
    form = fields(row, **edit.data)
    headers = HTMX if htmx else {}
    first = client.post(address(row, edit.path), form, headers=headers)
    once = now(row)
    second = client.post(address(row, edit.path), form, headers=headers)
    row.refresh_from_db()
    assert (second.status_code, second.headers.get("Location")) == (first.status_code, first.headers.get("Location"))
    assert now(row) == once
    assert row.version <= 2


@each_edit
def test_a_form_from_before_another_change_keeps_both(edit: Edit) -> None:
    client, row = with_plan(many_steps(8))
    steps.edit(Plan.objects.get(pk=row.pk), step="step-8", notes="Changed elsewhere.", version=1, key=new_key())
    answer = send(client, row, edit.path, version=1, **edit.data)
    assert answer.status_code == 302
    assert core_plan(Plan.objects.get(pk=row.pk)).step("step-8").notes == "Changed elsewhere."


@each_edit
def test_a_stranger_finds_nothing(edit: Edit) -> None:
    _, row = with_plan(many_steps(8))
    before = now(row)
    assert send(Client(), row, edit.path, **edit.data).status_code == 404
    assert send(with_plan("Read")[0], row, edit.path, **edit.data).status_code == 404
    assert now(row) == before


@each_edit
def test_it_is_there_for_post_only(edit: Edit) -> None:
    client, row = with_plan(many_steps(8))
    assert client.get(address(row, edit.path)).status_code == 405


@each_edit
@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
@pytest.mark.parametrize("hidden", [{"key": "x"}, {"key": ""}, {"version": ""}, {"version": "0"}], ids=str)
def test_a_form_that_no_page_has_made_is_refused(edit: Edit, htmx: bool, hidden: dict[str, str]) -> None:
    if hidden == {"version": "99"} and edit.path == "model/":
        pytest.skip("looking does not depend on the version")
    client, row = with_plan(many_steps(8))
    before = now(row)
    answer = send(client, row, edit.path, htmx=htmx, **{**edit.data, **hidden})
    assert (answer.status_code, "Not saved yet" in answer.content.decode()) == (422, True)
    assert now(row) == before


@each_edit
def test_a_plan_that_was_deleted_meanwhile_is_not_found(edit: Edit) -> None:
    client, row = with_plan(many_steps(8))
    plans.delete(Plan.objects.get(pk=row.pk))
    assert send(client, row, edit.path, **edit.data).status_code == 404


@each_edit
def test_the_number_of_queries_does_not_grow_with_the_plan(edit: Edit) -> None:
    few, many = (queries(edit, number_of_steps) for number_of_steps in (8, 40))
    assert few == many
    assert many <= MOST_QUERIES


def queries(edit: Edit, number_of_steps: int) -> int:
    client, row = with_plan(many_steps(number_of_steps))
    form = fields(row, **edit.data)
    with CaptureQueriesContext(connection) as made:
        client.post(address(row, edit.path), form, headers=HTMX)
    return len(made)


def parts(answer: Any) -> dict[str, str]:
    """The parts in an answer that have a name for what they show."""
    return dict(re.findall(r'id="([^"]+)"[^>]*? data-seen="([^"]+)"', answer.content.decode()))
