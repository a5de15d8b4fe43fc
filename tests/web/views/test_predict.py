"""/plans/…/test/predict/ keeps what is expected of a test, runs it, and shows both side by side."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from planner.models import Plan, Prediction, SimulationRun
from planner.services import steps
from tests.services.stored import new_key
from tests.web.visitors import fields, many_steps, with_plan

pytestmark = pytest.mark.django_db

DRAWING = "Read 5min\n|\nPay ! 20min\nReport 5min\ninterrupted: restart 30min (down 1min)"
FORESEEN = {"repeats": "never", "repeats_sure": "fairly", "lost_ms": "5 min", "lost_sure": "guessing"}


@pytest.fixture(autouse=True)
def _nobody_has_asked_yet() -> None:
    cache.clear()


def address(row: Plan) -> str:
    return f"/plans/{row.pk}/test/predict/"


def form_of(row: Plan, **more: Any) -> dict[str, Any]:
    return fields(row, **{"runs": 200, "seed": 1, **FORESEEN, **more})


def kept(row: Plan) -> list[tuple[Any, ...]]:
    names = ("version", "step", "repeats", "repeats_sure", "lost_ms", "lost_sure")
    return list(Prediction.objects.filter(plan=row).values_list(*names))


def test_the_question_is_about_the_action_that_would_hurt_most() -> None:
    client, row = with_plan("Read\nPost ! [nuisance]\nPay ! [costly]")
    page = client.get(f"/plans/{row.pk}/test/").content.decode()
    assert "How often will “Pay” happen twice?" in page
    assert page.count("How sure are you?") == 2


def test_prediction_and_result_stand_side_by_side() -> None:
    client, row = with_plan(DRAWING)
    answer = client.post(address(row), form_of(row))
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/plans/{row.pk}/test/")
    assert kept(row) == [(1, "pay", "never", "fairly", 300_000, "guessing")]
    page = client.get(f"/plans/{row.pk}/test/").content.decode()
    for words in (
        "you predicted, fairly sure",
        "More often than you predicted.",
        "you predicted, guessing",
        "you said 5 min",
    ):
        assert words in page


def test_the_tests_can_be_run_without_a_prediction() -> None:
    client, row = with_plan(DRAWING)
    answer = client.post(address(row), fields(row, runs=200, seed=1, skip="yes"))
    assert (answer.status_code, kept(row), SimulationRun.objects.count()) == (302, [], 1)
    assert "you predicted" not in client.get(f"/plans/{row.pk}/test/").content.decode()


def test_where_nothing_acts_outside_only_the_work_is_predicted() -> None:
    client, row = with_plan("Read\nDraft\n|\nReport")
    assert "happen twice?" not in client.get(f"/plans/{row.pk}/test/").content.decode()
    client.post(address(row), fields(row, runs=200, seed=1, lost_ms="0 s", lost_sure="certain"))
    assert kept(row) == [(1, "", "", "", 0, "certain")]
    assert client.get(f"/plans/{row.pk}/test/").status_code == 200


def test_a_prediction_counts_for_the_version_that_it_was_made_about() -> None:
    client, row = with_plan(DRAWING)
    client.post(address(row), form_of(row))
    steps.remove(row, step="report", version=1, key=new_key())
    client.post(address(row), fields(row, runs=200, seed=1, skip="yes"))
    assert "you predicted" not in client.get(f"/plans/{row.pk}/test/").content.decode()


@pytest.mark.parametrize(
    "wrong",
    [
        {"repeats": ""},
        {"repeats": "always"},
        {"repeats_sure": ""},
        {"lost_ms": ""},
        {"lost_ms": "long"},
        {"lost_ms": "5"},
        {"lost_ms": "40 years"},
        {"lost_sure": "very"},
        {"runs": 10_001},
        {"seed": "x"},
    ],
    ids=str,
)
def test_what_is_no_prediction_is_shown_again_with_the_rest_kept(wrong: dict[str, Any]) -> None:
    client, row = with_plan(DRAWING)
    answer = client.post(address(row), form_of(row, **wrong))
    page = answer.content.decode()
    assert (answer.status_code, kept(row), SimulationRun.objects.count()) == (422, [], 0)
    assert "field-error" in page
    assert ('value="5 min"' in page) is ("lost_ms" not in wrong)


def test_the_same_form_twice_predicts_and_tests_once() -> None:
    client, row = with_plan(DRAWING)
    form = form_of(row)
    answers = [client.post(address(row), form).status_code for _ in range(2)]
    assert (answers, len(kept(row)), SimulationRun.objects.count()) == ([302, 302], 1, 1)


def test_a_form_from_before_a_change_keeps_what_was_said_on_the_page() -> None:
    client, row = with_plan(DRAWING)
    form = form_of(row)
    steps.remove(row, step="report", version=1, key=new_key())
    answer = client.post(address(row), form)
    page = answer.content.decode()
    assert (answer.status_code, kept(row), SimulationRun.objects.count()) == (409, [], 0)
    assert "The plan has changed since this page was made" in page
    assert 'value="5 min"' in page
    assert 'name="version" value="2"' in page


def test_somebody_else_predicts_nothing() -> None:
    _, row = with_plan(DRAWING)
    other, _ = with_plan("Read")
    answers = [client.post(address(row), form_of(row)).status_code for client in (other, Client())]
    assert (answers, Prediction.objects.count()) == ([404, 404], 0)


def test_a_prediction_takes_a_form() -> None:
    client, row = with_plan(DRAWING)
    assert client.get(address(row)).status_code == 405


def test_predicting_takes_a_fixed_number_of_queries() -> None:
    counts = []
    for size in (3, 40):
        client, row = with_plan(many_steps(size))
        with CaptureQueriesContext(connection) as queries:
            assert client.post(address(row), form_of(row)).status_code == 302
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 30
