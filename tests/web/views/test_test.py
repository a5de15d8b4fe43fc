"""/plans/…/test/ shows what interruptions do to a plan, and /plans/…/test/run/ runs the tests."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from planner.core.planfile import read_plan
from planner.models import Plan, SimulationRun
from planner.services import steps
from tests.services.stored import new_key
from tests.web.visitors import fields, many_steps, with_plan

pytestmark = pytest.mark.django_db

DRAWING = "Read 5min\n|\nPay ! 20min\nReport 5min\ninterrupted: restart 30min (down 1min)"
PLANS = [Path("planner/data/example.json"), *sorted(Path("tests/plans").glob("*.json"))]


@pytest.fixture(autouse=True)
def _nobody_has_asked_yet() -> None:
    cache.clear()


def address(row: Plan, rest: str = "") -> str:
    return f"/plans/{row.pk}/test/{rest}"


def run_fields(row: Plan, **more: Any) -> dict[str, Any]:
    return fields(row, **{"runs": 200, "seed": 1, **more})


def kept_run(row: Plan) -> SimulationRun:
    return SimulationRun.objects.get(plan=row)


def test_before_the_first_test_it_offers_one() -> None:
    client, row = with_plan(DRAWING)
    page = client.get(address(row))
    assert page.status_code == 200
    assert "What will happen when it is interrupted?" in page.content.decode()


def test_running_the_tests_keeps_the_result_and_shows_it() -> None:
    client, row = with_plan(DRAWING)
    answer = client.post(address(row, "run/"), run_fields(row, seed=4105))
    assert (answer.status_code, answer.headers["Location"]) == (302, address(row))
    kept = kept_run(row)
    assert (kept.version, kept.runs, kept.seed) == (1, 200, 4105)
    page = client.get(address(row)).content.decode()
    assert "200 test runs" in page
    assert "Seed 4105" in page
    assert "“Pay” happened twice" in page


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
def test_the_numbers_are_those_of_the_command_line(path: Path) -> None:
    plan = read_plan(path.read_bytes())
    client, row = with_plan(plan)
    client.post(address(row, "run/"), run_fields(row, seed=7))
    kept = kept_run(row).result
    printed = StringIO()
    call_command("plan", "simulate", str(path), "--runs=200", "--seed=7", "--format=json", stdout=printed)
    assert kept == json.loads(printed.getvalue())
    interrupted = round(kept["interrupted"] * 200)
    assert f"{interrupted} interrupted" in client.get(address(row)).content.decode()


def test_new_interruptions_come_under_a_new_seed() -> None:
    client, row = with_plan(DRAWING)
    for _ in range(2):
        client.post(address(row, "run/"), run_fields(row, new="on"))
    seeds = {kept.seed for kept in SimulationRun.objects.all()}
    assert len(seeds) == 2
    assert all(0 <= seed < 1_000_000 for seed in seeds)


def test_the_same_form_twice_tests_once() -> None:
    client, row = with_plan(DRAWING)
    form = run_fields(row, new="on")
    answers = [client.post(address(row, "run/"), form).status_code for _ in range(2)]
    assert (answers, SimulationRun.objects.count()) == ([302, 302], 1)


def test_a_form_from_before_a_change_loses_nothing_and_tests_nothing() -> None:
    client, row = with_plan(DRAWING)
    client.post(address(row, "run/"), run_fields(row))
    form = run_fields(row, seed=4105)
    steps.remove(row, step="report", version=1, key=new_key())
    answer = client.post(address(row, "run/"), form)
    assert (answer.status_code, SimulationRun.objects.count()) == (409, 1)
    page = answer.content.decode()
    assert "The plan has changed since this page was made" in page
    assert 'name="version" value="2"' in page


def test_a_test_of_an_earlier_version_stays_and_says_so() -> None:
    client, row = with_plan(DRAWING)
    client.post(address(row, "run/"), run_fields(row))
    steps.remove(row, step="report", version=1, key=new_key())
    page = client.get(address(row)).content.decode()
    assert "The plan has changed: predict, and test it again" in page
    assert "Below is the test of plan version 1; the plan is at version 2 now." in page


def test_words_alone_ask_for_no_new_test_and_are_shown_as_they_are_now() -> None:
    client, row = with_plan(DRAWING)
    client.post(address(row, "run/"), run_fields(row))
    steps.edit(row, step="pay", version=1, key=new_key(), name="Pay the invoice")
    page = client.get(address(row)).content.decode()
    assert "test it again" not in page
    assert "Tested as version 1; what has changed since is read by no run." in page
    assert "“Pay the invoice” happened twice" in page
    part = client.get(address(row), headers={"HX-Request": "true", "HX-Target": "player"}).content.decode()
    assert "Pay the invoice" in part


@pytest.mark.parametrize(
    "wrong",
    [
        {"runs": 10_001},
        {"runs": "many"},
        {"seed": -1},
        {"seed": ""},
        {"seed": 2**63},
        {"seed": "1e3"},
        {"key": "no key"},
        {"version": "new"},
    ],
    ids=str,
)
def test_what_cannot_be_run_is_refused_and_keeps_nothing(wrong: dict[str, Any]) -> None:
    client, row = with_plan(DRAWING)
    answer = client.post(address(row, "run/"), run_fields(row, **wrong))
    assert (answer.status_code, SimulationRun.objects.count()) == (422, 0)
    assert "icon-fix" in answer.content.decode()


@pytest.mark.parametrize("drawing", ["", "Pay !"])
def test_with_too_few_steps_it_says_what_is_missing(drawing: str) -> None:
    client, row = with_plan(drawing)
    assert "Too few steps to test" in client.get(address(row)).content.decode()


def test_a_plan_without_steps_is_not_tested() -> None:
    client, row = with_plan("")
    answer = client.post(address(row, "run/"), run_fields(row))
    assert (answer.status_code, SimulationRun.objects.count()) == (422, 0)


def test_a_plan_that_nothing_interrupts_has_a_page_too() -> None:
    client, row = with_plan("Read\nPay !\ninterrupted: exactly 0")
    client.post(address(row, "run/"), run_fields(row))
    page = client.get(address(row))
    assert page.status_code == 200
    assert "Nothing interrupts a run." in page.content.decode()


def test_names_of_steps_are_text_wherever_they_stand() -> None:
    client, row = with_plan(DRAWING)
    steps.edit(row, step="pay", version=1, key=new_key(), name="<script>alert(1)</script>")
    client.post(address(row, "run/"), run_fields(row))
    page = client.get(address(row)).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_somebody_else_finds_nothing() -> None:
    _, row = with_plan(DRAWING)
    other, _ = with_plan("Read")
    for client in (other, Client()):
        assert client.get(address(row)).status_code == 404
        assert client.post(address(row, "run/"), run_fields(row)).status_code == 404
    assert SimulationRun.objects.count() == 0


def test_only_a_form_runs_tests() -> None:
    client, row = with_plan(DRAWING)
    assert client.get(address(row, "run/")).status_code == 405
    assert client.post(address(row)).status_code == 405


def test_a_form_of_another_site_runs_nothing() -> None:
    client, row = with_plan(DRAWING)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    assert strict.post(address(row, "run/"), run_fields(row)).status_code == 403
    assert SimulationRun.objects.count() == 0


def test_too_many_tests_in_a_minute_are_refused_with_the_form_kept() -> None:
    client, row = with_plan(DRAWING)
    answers = [client.post(address(row, "run/"), run_fields(row, seed=9)).status_code for _ in range(31)]
    assert answers == [302] * 30 + [429]
    assert SimulationRun.objects.count() == 30


@pytest.mark.parametrize("is_tested", [False, True])
def test_the_number_of_queries_does_not_grow_with_the_plan(is_tested: bool) -> None:
    counts = []
    for size in (1, 40):
        client, row = with_plan(many_steps(size))
        if is_tested:
            client.post(address(row, "run/"), run_fields(row))
        with CaptureQueriesContext(connection) as queries:
            client.get(address(row))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 19


def test_running_takes_a_fixed_number_of_queries() -> None:
    counts = []
    for size in (2, 40):
        client, row = with_plan(many_steps(size))
        with CaptureQueriesContext(connection) as queries:
            client.post(address(row, "run/"), run_fields(row))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 19
