"""/plans/…/plan/findings/… leaves a finding as it is, with a reason."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from planner.core.finding import Place
from planner.models import Plan
from planner.services import acceptances, steps
from tests.services.stored import new_key
from tests.web.visitors import fields, with_plan

pytestmark = pytest.mark.django_db

DRAWING = "Read\nPay !?\n|\nReport"
PAY = ("W103", Place(step="pay"))
REASON = "A second payment is paid back."
HTMX = {"HX-Request": "true", "HX-Target": "workbench"}


def address(row: Plan, rest: str = "accept/") -> str:
    return f"/plans/{row.pk}/plan/findings/{rest}"


def form(row: Plan, **more: Any) -> dict[str, Any]:
    return fields(row, **{"code": "W103", "step": "pay", "checkpoint": "", "card": "W103-pay", **more})


def reasons(row: Plan) -> dict[tuple[str, Place], str]:
    return dict(acceptances.accepted_in(row))


def test_it_keeps_the_reason_and_comes_back_to_the_findings() -> None:
    client, row = with_plan(DRAWING)
    answer = client.post(address(row), form(row, reason=REASON))
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/plans/{row.pk}/plan/#findings")
    assert reasons(row) == {PAY: REASON}
    page = client.get(f"/plans/{row.pk}/plan/").content.decode()
    assert "Accepted with a reason" in page
    assert f"<blockquote>{REASON}</blockquote>" in page
    assert "1 accepted" in page


@pytest.mark.parametrize("card", ["%d", "%", "%(x)s", '"><b>'])
def test_a_card_of_another_name_is_told_what_is_missing(card: str) -> None:
    client, row = with_plan(DRAWING)
    answer = client.post(address(row), form(row, reason="", card=card))
    assert (answer.status_code, reasons(row)) == (422, {})


def test_with_htmx_the_workbench_comes_back() -> None:
    client, row = with_plan(DRAWING)
    answer = client.post(address(row), form(row, reason=REASON), headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in page
    assert f"<blockquote>{REASON}</blockquote>" in page


def test_a_reason_can_be_taken_back() -> None:
    client, row = with_plan(DRAWING)
    client.post(address(row), form(row, reason=REASON))
    assert client.post(address(row, "withdraw/"), form(row, version=2)).status_code == 302
    assert reasons(row) == {}
    assert "Accepted with a reason" not in client.get(f"/plans/{row.pk}/plan/").content.decode()


def test_a_reason_is_shown_only_while_its_finding_stands() -> None:
    client, row = with_plan(DRAWING)
    client.post(address(row), form(row, reason=REASON))
    steps.edit(row, step="pay", idempotent=True, version=2, key=new_key())
    assert REASON not in client.get(f"/plans/{row.pk}/plan/").content.decode()
    steps.edit(row, step="pay", idempotent=None, version=3, key=new_key())
    assert REASON in client.get(f"/plans/{row.pk}/plan/").content.decode()


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_without_a_reason_it_says_what_is_missing(headers: dict[str, str]) -> None:
    client, row = with_plan(DRAWING)
    answer = client.post(address(row), form(row, reason=" "), headers=headers)
    page = answer.content.decode()
    assert (answer.status_code, reasons(row)) == (422, {})
    assert "Say why, in your own words." in page
    assert 'href="#finding-W103-pay-reason"' in page
    assert 'aria-invalid="true"' in page


@pytest.mark.parametrize("wrong", [{"code": "W999"}, {"code": ""}, {"version": 9}, {"key": "x"}], ids=str)
def test_a_form_that_no_page_has_made_is_refused(wrong: dict[str, Any]) -> None:
    client, row = with_plan(DRAWING)
    assert client.post(address(row), form(row, reason=REASON, **wrong)).status_code == 422
    assert reasons(row) == {}


@pytest.mark.parametrize("rest", ["accept/", "withdraw/"])
def test_a_place_that_is_not_in_the_plan_is_not_found(rest: str) -> None:
    client, row = with_plan(DRAWING)
    assert client.post(address(row, rest), form(row, reason=REASON, step="fly")).status_code == 404


def test_the_same_form_twice_acts_once() -> None:
    client, row = with_plan(DRAWING)
    twice = form(row, reason=REASON)
    assert [client.post(address(row), twice).status_code for _ in range(2)] == [302, 302]
    row.refresh_from_db()
    assert (reasons(row), row.version) == ({PAY: REASON}, 2)


def test_another_reason_from_another_tab_shows_both() -> None:
    client, row = with_plan(DRAWING)
    here, there = form(row, reason="Nobody minds."), form(row, reason=REASON)
    client.post(address(row), there)
    answer = client.post(address(row), here)
    page = answer.content.decode()
    assert (answer.status_code, reasons(row)) == (409, {PAY: REASON})
    assert "Nobody minds." in page
    assert REASON in page
    kept = {**here, "version": 2, "key": new_key(), "only": "reason", "keep": "here"}
    assert client.post(address(row), kept).status_code == 302
    assert reasons(row) == {PAY: "Nobody minds."}


@pytest.mark.parametrize("rest", ["accept/", "withdraw/"])
def test_a_stranger_finds_nothing(rest: str) -> None:
    _, row = with_plan(DRAWING)
    assert Client().post(address(row, rest), form(row, reason=REASON)).status_code == 404
    assert with_plan(DRAWING)[0].post(address(row, rest), form(row, reason=REASON)).status_code == 404
    assert reasons(row) == {}


@pytest.mark.parametrize("rest", ["accept/", "withdraw/"])
def test_it_is_there_for_post_only(rest: str) -> None:
    client, row = with_plan(DRAWING)
    assert client.get(address(row, rest)).status_code == 405


def test_a_reason_that_looks_private_is_asked_about_first() -> None:
    client, row = with_plan(DRAWING)
    answer = client.post(address(row), form(row, reason="Ask ana@harborside.example"), headers=HTMX)
    assert (answer.status_code, answer["HX-Retarget"], reasons(row)) == (422, "#private-text", {})
    again = {**form(row, reason="Ask ana@harborside.example"), "private": answer.context["proof"]}
    page = client.post(address(row), again, headers=HTMX).content.decode()
    assert '<div id="private-text" hx-swap-oob="outerHTML"></div>' in page
    assert reasons(row) == {PAY: "Ask ana@harborside.example"}
