"""/plans/…/test/sweep/ shows how a plan fares under a grid of assumptions: at once, or in the background."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from planner.jobs.worker import work_one
from planner.models import Job, Plan
from planner.services import steps, sweeps
from tests.jobs.working import work_everything
from tests.services.stored import new_key
from tests.web.visitors import fields, many_steps, with_plan

pytestmark = pytest.mark.django_db

DRAWING = "Read 5min\n|\nPay ! 20min\nReport 5min\ninterrupted: restart 1h (down 1min)"
RANGES = {"restart_from": "30 min", "restart_to": "5 h", "limit_from": "10 min", "limit_to": "1 h"}


@pytest.fixture(autouse=True)
def _nobody_has_asked_yet() -> None:
    cache.clear()


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small sweep is done at once, whatever else the machine does."""
    monkeypatch.setattr(sweeps, "MOST_SECONDS", 60.0)


@pytest.fixture
def in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every grid is too large to be done at once."""
    monkeypatch.setattr(sweeps, "MOST_SECONDS", -1.0)


def address(row: Plan, rest: str = "") -> str:
    return f"/plans/{row.pk}/test/sweep/{rest}"


def form_of(row: Plan, **more: Any) -> dict[str, Any]:
    return fields(row, **{**RANGES, "size": 5, "runs": 200, "seed": 1, **more})


def asked(client: Client, row: Plan, **more: Any) -> Job:
    answer = client.post(address(row, "start/"), form_of(row, **more))
    job = Job.objects.latest("pk")
    assert (answer.status_code, answer.headers.get("Location")) == (302, address(row, f"?sweep={job.key}"))
    return job


def page_of(client: Client, row: Plan, rest: str = "") -> str:
    answer = client.get(address(row, rest))
    assert answer.status_code == 200
    return answer.content.decode()


def part_of(client: Client, row: Plan, rest: str = "") -> Any:
    return client.get(address(row, rest), headers={"HX-Request": "true", "HX-Target": "sweep"})


def test_the_page_is_reached_from_the_test_page() -> None:
    client, row = with_plan(DRAWING)
    client.post(f"/plans/{row.pk}/test/run/", fields(row, runs=200, seed=1))
    assert f'href="{address(row)}"' in client.get(f"/plans/{row.pk}/test/").content.decode()


def test_before_the_first_sweep_the_form_has_the_widest_ranges() -> None:
    client, row = with_plan(DRAWING)
    page = page_of(client, row)
    assert [f'value="{time}"' in page for time in ("5 min", "5 h", "1 min", "1 h")] == [True] * 4
    assert '<svg class="chart"' not in page


def test_known_ranges_fill_the_form_and_unknown_ones_do_not() -> None:
    client, row = with_plan(DRAWING)
    page = page_of(client, row, "?ranges=busy")
    assert [f'value="{time}"' in page for time in ("10 min", "12 h")] == [True] * 2
    assert [f'value="{time}"' in page for time in ("1 min", "1 h")] == [False] * 2
    assert 'value="5 h"' in page_of(client, row, "?ranges=magic")


def test_a_small_sweep_is_a_picture_with_its_numbers_beneath() -> None:
    client, row = with_plan(DRAWING)
    asked(client, row)
    page = page_of(client, row)
    assert page.count('class="tile is-crossed"') == 15 + 1
    assert page.count("tile-figure") == 25
    assert "In 10 of 25 places a run takes at most twice as long" in page
    assert "in 15 not every run ends." in page
    assert page.count("exact</small>") == 10
    assert "Plan version 1. 200 runs under seed 1 in each place that has no closed form." in page
    assert "10 places worked out exactly" in page
    assert "15 places by reasoning" in page
    assert "goes on 1 min later" in page
    assert 'style="' not in page


def test_what_has_no_closed_form_is_told_with_its_error_runs_and_seed() -> None:
    client, row = with_plan("Read 5min\nPay ! 20min [key, kept 1min]\nReport 5min")
    asked(client, row, seed=7, limit_from="", limit_to="")
    page = page_of(client, row, "?show=twice")
    assert page.count("<small>± ") == 5
    assert "5 places with 200 runs each under seed 7" in page
    assert "no limit" in page


@pytest.mark.parametrize(
    ("show", "title"),
    [("time", "Time to finish"), ("twice", "Actions that happen twice"), ("lost", "Work done again"), ("x", "Time to")],
)
def test_it_is_coloured_by_what_is_asked_for(show: str, title: str) -> None:
    client, row = with_plan(DRAWING)
    job = asked(client, row)
    assert f"<figcaption>{title}" in page_of(client, row, f"?sweep={job.key}&show={show}")
    part = part_of(client, row, f"?sweep={job.key}&show={show}").content.decode()
    assert '<div id="sweep">' in part
    assert "<html" not in part


def test_the_form_has_the_ranges_of_the_sweep_that_is_shown() -> None:
    client, row = with_plan(DRAWING)
    asked(client, row, seed=9)
    page = page_of(client, row)
    assert [f'value="{value}"' in page for value in ("30 min", "5 h", "10 min", "1 h", "9")] == [True] * 5


@pytest.mark.usefixtures("in_the_background")
def test_a_large_sweep_tells_how_far_it_is_until_it_is_done() -> None:
    client, row = with_plan(DRAWING)
    job = asked(client, row)
    assert "0 of 25 places done" in page_of(client, row)
    work_one("w")
    part = part_of(client, row, f"?sweep={job.key}&show=lost")
    assert (part.status_code, "1 of 25 places done" in part.content.decode()) == (200, True)
    assert f'hx-get="{address(row)}?sweep={job.key}&amp;show=lost" hx-trigger="every 1s"' in part.content.decode()
    work_everything()
    part = part_of(client, row, f"?sweep={job.key}&show=lost")
    assert (part.status_code, 'hx-trigger="every' in part.content.decode()) == (286, False)
    assert "Work done again or thrown away" in part.content.decode()


@pytest.mark.usefixtures("in_the_background")
def test_a_sweep_is_stopped_and_taken_up_again() -> None:
    client, row = with_plan(DRAWING)
    job = asked(client, row)
    for rest, said in (
        ("cancel/", "Stopped."),
        ("cancel/", "It was over already."),
        ("retry/", "Taken up again"),
        ("retry/", "There is nothing to take up again."),
    ):
        page = client.post(address(row, f"{job.key}/{rest}"), follow=True).content.decode()
        assert said in page
    job.refresh_from_db()
    assert job.status == "waiting"


@pytest.mark.usefixtures("in_the_background")
def test_one_sweep_is_under_way_at_a_time() -> None:
    client, row = with_plan(DRAWING)
    first = asked(client, row)
    answer = client.post(address(row, "start/"), form_of(row))
    assert (answer.status_code, "one sweep of a plan at a time" in answer.content.decode()) == (422, True)
    client.post(address(row, f"{first.key}/cancel/"))
    asked(client, row)
    page = client.post(address(row, f"{first.key}/retry/"), follow=True).content.decode()
    assert "one sweep of a plan at a time" in page


@pytest.mark.usefixtures("in_the_background")
def test_a_failed_sweep_says_why() -> None:
    client, row = with_plan(DRAWING)
    job = asked(client, row)
    Job.objects.filter(pk=job.pk).update(status="failed", problem="part 0 was begun 5 times and never finished")
    page = page_of(client, row)
    assert "part 0 was begun 5 times and never finished" in page
    assert "Take it up again" in page


def test_earlier_sweeps_are_kept_with_their_version() -> None:
    client, row = with_plan(DRAWING)
    first = asked(client, row)
    steps.remove(row, step="report", version=1, key=new_key())
    asked(client, row)
    assert f'href="{address(row)}?sweep={first.key}">5 by 5, plan version 1</a>' in page_of(client, row)
    assert "This is plan version 1. The plan has changed since." in page_of(client, row, f"?sweep={first.key}")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"restart_from": "often"}, "Write a time with its unit"),
        ({"restart_from": "5"}, "Say which unit"),
        ({"restart_from": "0 s"}, "or more"),
        ({"restart_to": ""}, "Write both times"),
        ({"limit_from": ""}, "Write both times"),
        ({"limit_to": "1 min"}, "not shorter than the first"),
        (dict.fromkeys(RANGES, ""), "at least one of the two"),
        ({"size": 1_000}, "field-error"),
        ({"runs": 10_001}, "field-error"),
        ({"seed": "x"}, "A seed is a whole number"),
        ({"key": "none"}, "lost its hidden fields"),
    ],
    ids=str,
)
def test_what_is_no_grid_is_shown_again_with_the_rest_kept(wrong: dict[str, Any], said: str) -> None:
    client, row = with_plan(DRAWING)
    answer = client.post(address(row, "start/"), form_of(row, **wrong))
    page = answer.content.decode()
    assert (answer.status_code, Job.objects.count()) == (422, 0)
    assert said in page
    assert ('value="10 min"' in page) is ("limit_from" not in wrong)


def test_the_same_form_twice_is_one_sweep() -> None:
    client, row = with_plan(DRAWING)
    form = form_of(row)
    assert [client.post(address(row, "start/"), form).status_code for _ in range(2)] == [302, 302]
    assert Job.objects.count() == 1


def test_a_form_from_before_a_change_is_shown_again() -> None:
    client, row = with_plan(DRAWING)
    form = form_of(row)
    steps.remove(row, step="report", version=1, key=new_key())
    answer = client.post(address(row, "start/"), form)
    page = answer.content.decode()
    assert (answer.status_code, Job.objects.count()) == (409, 0)
    assert "The plan has changed since this page was made" in page
    assert 'name="version" value="2"' in page


def test_many_sweeps_in_a_minute_have_to_wait() -> None:
    client, row = with_plan("Read\nReport")
    answers = [client.post(address(row, "start/"), form_of(row)).status_code for _ in range(21)]
    assert answers == [302] * 20 + [429]


def test_a_plan_with_too_few_steps_says_so() -> None:
    client, row = with_plan("Read")
    page = page_of(client, row)
    assert "Too few steps to test" in page
    assert "Show how it fares" not in page


def test_somebody_else_finds_no_sweep() -> None:
    client, row = with_plan(DRAWING)
    job = asked(client, row)
    other, others_row = with_plan(DRAWING)
    for stranger in (other, Client()):
        assert stranger.get(address(row)).status_code == 404
        for rest in ("start/", f"{job.key}/cancel/", f"{job.key}/retry/"):
            assert stranger.post(address(row, rest), form_of(row)).status_code == 404
    for rest in ("cancel/", "retry/"):
        assert other.post(address(others_row, f"{job.key}/{rest}")).status_code == 404
        assert client.post(address(row, f"{uuid4()}/{rest}")).status_code == 404
    assert Job.objects.count() == 1


def test_forms_are_for_sending_and_pages_for_reading() -> None:
    client, row = with_plan(DRAWING)
    job = asked(client, row)
    assert client.post(address(row)).status_code == 405
    for rest in ("start/", f"{job.key}/cancel/", f"{job.key}/retry/"):
        assert client.get(address(row, rest)).status_code == 405


def test_the_number_of_queries_grows_with_nothing() -> None:
    counts = []
    for size in (3, 40):
        client, row = with_plan(many_steps(size))
        for _ in range(1 if size == 3 else 4):
            with CaptureQueriesContext(connection) as sent:
                asked(client, row, runs=200)
        with CaptureQueriesContext(connection) as shown:
            page_of(client, row)
        counts.append((len(shown), len(sent) <= 40))
    assert counts[0] == counts[1]
