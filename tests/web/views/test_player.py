"""/plans/…/test/?run=… shows one run moment by moment, and ?cut=… one that is stopped at chosen times."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client

from planner.core.check import check_plan
from planner.core.planfile import read_plan
from planner.core.times import to_seconds
from planner.models import Plan
from tests.web.visitors import fields, with_plan

pytestmark = pytest.mark.django_db

DRAWING = "Read 5min\n|\nPay ! 20min\nReport 5min\ninterrupted: restart 30min (down 1min)"
PLANS = [Path("planner/data/example.json"), *sorted(Path("tests/plans").glob("*.json"))]
PART = {"HX-Request": "true", "HX-Target": "player"}


@pytest.fixture(autouse=True)
def _nobody_has_asked_yet() -> None:
    cache.clear()


def after_tests_of(drawing: str) -> tuple[Client, str]:
    client, row = with_plan(drawing)
    assert client.post(f"/plans/{row.pk}/test/run/", fields(row, runs=200, seed=1)).status_code == 302
    return client, f"/plans/{row.pk}/test/"


def chosen(page: str) -> str:
    """The value of the moment that is chosen."""
    (value,) = re.findall(r'name="moment" value="(\d+)"[^>]* checked', page)
    return str(value)


def opened(page: str) -> str:
    (value,) = re.findall(r'<select id="run".*<option value="(\d+)" selected', page)
    return str(value)


def title(page: str) -> str:
    (found,) = re.findall(r'<h2 id="now-title".*?</h2>', page)
    return re.sub(r"<[^>]+>", "", found)


def test_first_comes_the_run_that_does_most_harm_at_the_moment_of_harm() -> None:
    client, address = after_tests_of(DRAWING)
    page = client.get(address).content.decode()
    assert title(page) == "“Pay” happens again"
    assert "was-twice" in page


def test_every_run_and_every_moment_has_its_own_address() -> None:
    client, address = after_tests_of(DRAWING)
    page = client.get(f"{address}?run=17&moment=2").content.decode()
    assert (opened(page), chosen(page)) == ("17", "2")


def test_back_and_next_lead_to_the_moments_around() -> None:
    client, address = after_tests_of(DRAWING)
    page = client.get(f"{address}?run=17&moment=2").content.decode()
    for moment in (1, 3):
        assert f'href="{address}?run=17&amp;moment={moment}"' in page


def test_with_htmx_only_the_player_comes() -> None:
    client, address = after_tests_of(DRAWING)
    answer = client.get(f"{address}?run=17&moment=2", headers=PART)
    page = answer.content.decode()
    assert (opened(page), chosen(page)) == ("17", "2")
    assert 'id="player"' in page
    assert "<html" not in page
    assert "HX-Target" in answer.headers["Vary"]


@pytest.mark.parametrize(
    "query", ["run=200", "run=x", "run=-1", "run=1&moment=0", "run=1&moment=999", "moment=x", "run=" + "9" * 30]
)
def test_an_address_that_names_nothing_shows_the_most_telling(query: str) -> None:
    client, address = after_tests_of(DRAWING)
    page = client.get(f"{address}?{query}")
    assert page.status_code == 200
    assert chosen(page.content.decode())


def test_belief_and_truth_differ_in_words_and_shape() -> None:
    client, address = after_tests_of(DRAWING)
    page = client.get(address).content.decode()
    assert re.search(r'class="is-different">\s*<th scope="row">Pay</th>\s*<td>1</td>\s*<td>2 <span class="tag">', page)
    assert "icon-differs" in page


def test_cuts_are_played_on_the_plan_as_it_is_without_any_test() -> None:
    client, row = with_plan(DRAWING)
    page = client.get(f"/plans/{row.pk}/test/?cut=1200,60").content.decode()
    assert "The run is stopped after 20 min and then after 1 min." in page
    assert title(page) == "“Pay” happens again"
    assert "cut=1200,60&amp;moment=" in page


def test_every_witness_of_a_finding_can_be_played() -> None:
    played = 0
    for path in PLANS:
        plan = read_plan(path.read_bytes())
        client, row = with_plan(plan)
        for witness in (finding.witness for finding in check_plan(plan) if finding.witness):
            seconds = ",".join(str(to_seconds(cut)) for cut in witness)
            page = client.get(f"/plans/{row.pk}/test/?cut={seconds}")
            assert page.status_code == 200
            assert "was-stopped" in page.content.decode()
            played += 1
    assert played


def test_a_finding_leads_to_the_run_that_shows_it() -> None:
    client, row = with_plan("Read 5min -> rows\n| holds nothing\nCheck <- rows")
    client.post(f"/plans/{row.pk}/plan/model/", fields(row))
    page = client.get(f"/plans/{row.pk}/plan/").content.decode()
    (href,) = set(re.findall(r'href="(/plans/[^"]*\?cut=[^"]*)"', page))
    assert title(client.get(href).content.decode())


@pytest.mark.parametrize("cut", ["x", "-1", "0", "nan", "inf", "1e99", ",,", ""])
def test_cuts_that_make_no_sense_show_the_page_without_them(cut: str) -> None:
    client, row = with_plan(DRAWING)
    page = client.get(f"/plans/{row.pk}/test/", {"cut": cut})
    assert page.status_code == 200
    assert "Stopped here, this happens" not in page.content.decode()


def test_more_cuts_than_anybody_needs_are_not_all_played() -> None:
    client, row = with_plan(DRAWING)
    page = client.get(f"/plans/{row.pk}/test/", {"cut": ["1"] * 900})
    assert page.status_code == 200


def test_a_plan_without_steps_has_nothing_to_play() -> None:
    client, row = with_plan("")
    page = client.get(f"/plans/{row.pk}/test/?cut=5")
    assert page.status_code == 200


def test_a_run_that_is_too_long_to_be_told_says_so() -> None:
    client, address = after_tests_of("Read x50000 1s\n|/10\nPay !\ninterrupted: limit 20s")
    page = client.get(address).content.decode()
    assert "This run is too long to be told moment by moment" in page


def test_of_many_tries_the_first_and_the_last_are_shown() -> None:
    client, address = after_tests_of("Read 5min\n|\nDraft 10min\nPay !\ninterrupted: limit 6min")
    page = client.get(address).content.decode()
    assert "988 tries between the first and the last are not shown." in page
    assert "1000th try" in page
    assert "Given up" in page


def test_a_run_without_interruptions_is_one_try() -> None:
    client, address = after_tests_of("Read\nPay !\ninterrupted: exactly 0")
    page = client.get(f"{address}?run=5").content.decode()
    assert title(page) == "The run finishes"
    assert "Run 5, 1 try" in page


def test_somebody_else_sees_no_run() -> None:
    _, row = with_plan(DRAWING)
    other, _ = with_plan("Read")
    for query in ("?run=1", "?cut=10"):
        assert other.get(f"/plans/{row.pk}/test/{query}").status_code == 404
        assert Client().get(f"/plans/{row.pk}/test/{query}", headers=PART).status_code == 404
    assert Plan.objects.count() == 2
