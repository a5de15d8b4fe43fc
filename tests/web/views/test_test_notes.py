"""Other interruptions are assumed, and an outcome is explained, on the Test page."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from planner.core.plan import Interruptions
from planner.models import Plan, Reflection, SimulationRun
from planner.services import interruptions
from tests.services.stored import new_key, now_in
from tests.web.visitors import fields, many_steps, with_plan

pytestmark = pytest.mark.django_db

DRAWING = "Read 5min\n|\nPay ! 20min\nReport 5min\ninterrupted: restart 30min (down 1min)"
HTMX = {"HX-Request": "true", "HX-Target": "why-note"}
ASSUMED = {"how": "chance", "restart_every_ms": "2 h", "restart_downtime_ms": "5 min", "session_limit_ms": "15 min"}


@pytest.fixture(autouse=True)
def _nobody_has_asked_yet() -> None:
    cache.clear()


def assume(row: Plan) -> str:
    return f"/plans/{row.pk}/test/interruptions/"


def preset(row: Plan) -> str:
    return f"/plans/{row.pk}/test/interruptions/preset/"


def why(row: Plan) -> str:
    return f"/plans/{row.pk}/test/why/"


def after_a_test() -> tuple[Client, Plan, int]:
    client, row = with_plan(DRAWING)
    client.post(f"/plans/{row.pk}/test/run/", fields(row, runs=200, seed=1))
    return client, row, SimulationRun.objects.get(plan=row).pk


def words() -> list[str]:
    return list(Reflection.objects.values_list("text", flat=True))


def test_other_interruptions_are_assumed_and_the_plan_is_to_be_tested_again() -> None:
    client, row, _ = after_a_test()
    answer = client.post(assume(row), fields(row, **ASSUMED))
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/plans/{row.pk}/test/#ask")
    assert now_in(row).interruptions == Interruptions(
        restart_every_ms=7_200_000, restart_downtime_ms=300_000, session_limit_ms=900_000
    )
    assert "The plan has changed: predict, and test it again" in client.get(f"/plans/{row.pk}/test/").content.decode()


def test_interruptions_can_come_exactly_so_many_times() -> None:
    client, row, _ = after_a_test()
    client.post(assume(row), fields(row, how="exactly", exactly="2", downtime_ms="1 h"))
    given = now_in(row).interruptions
    assert (given.exactly, given.downtime_ms, given.restart_every_ms) == (2, 3_600_000, None)


@pytest.mark.parametrize(
    "wrong",
    [
        {"restart_every_ms": "often"},
        {"restart_every_ms": "0 s"},
        {"session_limit_ms": "15"},
        {"how": "exactly", "exactly": ""},
        {"how": "exactly", "exactly": "1001"},
        {"how": "sometimes"},
        {"key": "none"},
    ],
    ids=str,
)
def test_what_cannot_interrupt_a_run_is_shown_again_beside_its_field(wrong: dict[str, str]) -> None:
    client, row, _ = after_a_test()
    answer = client.post(assume(row), fields(row, **{**ASSUMED, **wrong}))
    page = answer.content.decode()
    assert (answer.status_code, now_in(row).interruptions.restart_every_ms) == (422, 1_800_000)
    assert "field-error" in page
    assert 'class="assume" id="assume" open' in page


def test_the_same_assumption_twice_changes_the_plan_once() -> None:
    client, row, _ = after_a_test()
    form = fields(row, **ASSUMED)
    for _ in range(2):
        assert client.post(assume(row), form).status_code == 302
    assert Plan.objects.get(pk=row.pk).version == 2


def test_an_assumption_that_was_changed_elsewhere_is_asked_about() -> None:
    client, row, _ = after_a_test()
    form = fields(row, **ASSUMED)
    interruptions.edit(row, version=1, key=new_key(), restart_every_ms=60_000)
    answer = client.post(assume(row), form)
    page = answer.content.decode()
    assert (answer.status_code, now_in(row).interruptions.restart_every_ms) == (409, 60_000)
    assert "It says there: " in page
    assert 'value="2 h"' in page
    again = client.post(assume(row), {**form, "version": 2, "key": new_key()})
    assert (again.status_code, now_in(row).interruptions.restart_every_ms) == (302, 7_200_000)


def test_a_known_kind_is_added_to_the_others() -> None:
    client, row, _ = after_a_test()
    answer = client.post(preset(row), fields(row, preset="aws-lambda"))
    assert answer.status_code == 302
    assert now_in(row).interruptions == Interruptions(
        restart_every_ms=1_800_000, restart_downtime_ms=60_000, session_limit_ms=900_000
    )


def test_a_kind_that_is_not_known_changes_nothing() -> None:
    client, row, _ = after_a_test()
    answer = client.post(preset(row), fields(row, preset="magic"))
    assert (answer.status_code, Plan.objects.get(pk=row.pk).version) == (422, 1)


def test_an_explanation_is_kept_with_its_test() -> None:
    client, row, test = after_a_test()
    answer = client.post(why(row), fields(row, test=test, before="", text="It goes back to A."))
    assert (answer.status_code, answer.headers["Location"], words()) == (
        302,
        f"/plans/{row.pk}/test/#why",
        ["It goes back to A."],
    )
    assert "It goes back to A.</textarea>" in client.get(f"/plans/{row.pk}/test/").content.decode()


def test_with_htmx_the_form_goes_on_from_what_is_kept() -> None:
    client, row, test = after_a_test()
    answer = client.post(why(row), fields(row, test=test, before="", text="It goes back."), headers=HTMX)
    page = answer.content.decode()
    assert (answer.status_code, words()) == (200, ["It goes back."])
    assert 'name="before" value="It goes back."' in page
    assert "<textarea" not in page


def test_an_explanation_can_be_changed_and_emptied() -> None:
    client, row, test = after_a_test()
    for before, text in (("", "One"), ("One", "Two"), ("Two", "")):
        client.post(why(row), fields(row, test=test, before=before, text=text), headers=HTMX)
    assert words() == [""]


def test_an_explanation_changed_in_another_tab_is_not_lost() -> None:
    client, row, test = after_a_test()
    client.post(why(row), fields(row, test=test, before="", text="Theirs"))
    for headers in ({}, HTMX):
        answer = client.post(why(row), fields(row, test=test, before="", text="Mine"), headers=headers)
        page = answer.content.decode()
        assert (answer.status_code, words()) == (409, ["Theirs"])
        assert "In the other tab it says: “Theirs”" in page
        assert 'name="before" value="Theirs"' in page
    assert client.post(why(row), fields(row, test=test, before="Theirs", text="Mine")).status_code == 302
    assert words() == ["Mine"]


def test_the_same_explanation_twice_is_kept_once() -> None:
    client, row, test = after_a_test()
    form = fields(row, test=test, before="", text="It goes back.")
    assert [client.post(why(row), form).status_code for _ in range(2)] == [302, 302]
    assert words() == ["It goes back."]


@pytest.mark.parametrize("wrong", [{"text": "x" * 5_001}, {"text": "a\x00b"}, {"text": "a\x07b"}, {"test": "x"}])
def test_what_is_no_explanation_is_refused_and_shown_again(wrong: dict[str, str]) -> None:
    client, row, test = after_a_test()
    answer = client.post(why(row), fields(row, **{"test": test, "before": "", "text": "Mine", **wrong}))
    assert (answer.status_code, [word for word in words() if word]) == (422, [])
    assert "field-error" in answer.content.decode()


def test_a_test_of_another_plan_cannot_be_explained() -> None:
    _, _, theirs = after_a_test()
    client, row, _ = after_a_test()
    assert client.post(why(row), fields(row, test=theirs, before="", text="Mine")).status_code == 404
    assert words() == []


def test_somebody_else_says_nothing_about_it() -> None:
    _, row, test = after_a_test()
    other, _ = with_plan("Read")
    for address in (assume(row), preset(row), why(row)):
        for client in (other, Client()):
            assert client.post(address, fields(row, test=test, text="x", preset="inngest")).status_code == 404
    assert (words(), Plan.objects.get(pk=row.pk).version) == ([], 1)


def test_all_of_it_takes_forms() -> None:
    client, row, _ = after_a_test()
    assert [client.get(address).status_code for address in (assume(row), preset(row), why(row))] == [405, 405, 405]


def test_the_number_of_queries_is_fixed() -> None:
    counts: dict[str, list[int]] = {"assume": [], "preset": [], "why": []}
    for size in (2, 40):
        client, row = with_plan(many_steps(size))
        client.post(f"/plans/{row.pk}/test/run/", fields(row, runs=200, seed=1))
        test = SimulationRun.objects.get(plan=row).pk
        posts: dict[str, tuple[str, dict[str, object]]] = {
            "why": (why(row), {"test": test, "before": "", "text": "Mine"}),
            "assume": (assume(row), {**ASSUMED}),
            "preset": (preset(row), {"preset": "inngest"}),
        }
        for name, (address, said) in posts.items():
            with CaptureQueriesContext(connection) as queries:
                assert client.post(address, fields(Plan.objects.get(pk=row.pk), **said)).status_code == 302
            counts[name].append(len(queries))
    assert all(small == large for small, large in counts.values())
