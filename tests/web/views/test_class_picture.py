"""/classes/…/picture/ shows a class at a glance, asks for itself again, and tells runs without names."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from planner.models import ClassWork, Member
from planner.web.contexts.class_picture import MOST_POLLS
from tests.services.classes.crowded import assistant, handed_in, learner, many, opened_class
from tests.services.classes.test_picture import hurt
from tests.services.ready import ready_plan
from tests.web.views.test_submissions import browser_of

pytestmark = pytest.mark.django_db

UNSAFE = "Read -> rows\n|\nPay ! <- rows -> receipt\nReport <- receipt"


@pytest.fixture
def teacher() -> Member:
    return opened_class()


def address(member: Member, rest: str = "") -> str:
    return f"/classes/{member.classroom_id}/picture/{rest}"


def page_of(member: Member, rest: str = "") -> str:
    answer = browser_of(member).get(address(member, rest))
    assert answer.status_code == 200
    return answer.content.decode()


def test_an_empty_class_says_that_it_fills(teacher: Member) -> None:
    page = page_of(teacher)
    assert "It fills as plans are tested." in page
    assert "In no plan that was handed in did an action happen twice." in page


def test_rules_are_named_with_how_many_have_them(teacher: Member) -> None:
    learner(teacher.classroom, "Ash Example", ready_plan(UNSAFE))
    page = page_of(teacher)
    assert "Unguarded action" in page
    assert 'href="/rules/R301/"' in page
    assert "Of 1 tested plan." in page
    assert "Ash Example" not in page


@pytest.mark.parametrize(("seconds", "shown"), [(0, False), (120, True)])
def test_the_time_on_each_part_is_told_once_there_is_any(teacher: Member, seconds: int, shown: bool) -> None:
    handed_in(teacher.classroom)
    page_of(teacher)
    parts = dict.fromkeys(("steps_seconds", "checkpoints_seconds", "guards_seconds", "resume_seconds"), seconds)
    ClassWork.objects.update(**parts)
    page = page_of(teacher)
    assert ("Time spent on each part" in page, page.count("2 min") == 4) == (shown, shown)


def test_it_asks_for_itself_every_few_seconds_and_works_without(teacher: Member) -> None:
    page = page_of(teacher)
    assert f'hx-get="{address(teacher, "live/")}" hx-trigger="every 5s"' in page
    assert f'<a class="button" href="{address(teacher)}">Show it anew</a>' in page


def test_what_it_asks_for_is_the_part_alone_and_counts_on(teacher: Member) -> None:
    answer = browser_of(teacher).get(address(teacher, "live/?polls=7"))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert 'name="polls" value="8"' in page
    assert "<html" not in page


def test_after_an_hour_it_stops(teacher: Member) -> None:
    answer = browser_of(teacher).get(address(teacher, f"live/?polls={MOST_POLLS}"))
    page = answer.content.decode()
    assert answer.status_code == 286
    assert "no longer live: an hour has passed" in page
    assert "hx-get" not in page


@pytest.mark.parametrize("polls", ["x", "-1", "", "9" * 40])
def test_a_count_that_is_none_begins_anew(teacher: Member, polls: str) -> None:
    answer = browser_of(teacher).get(address(teacher, f"live/?polls={polls}"))
    assert 'name="polls" value="1"' in answer.content.decode()


def test_a_run_is_told_without_a_name(teacher: Member) -> None:
    submission = hurt(teacher)
    page = page_of(teacher)
    assert address(teacher, f"runs/{submission.pk}/") in page
    told = page_of(teacher, f"runs/{submission.pk}/")
    assert "“Work” happens twice" in told
    assert "In 50 of 100 interrupted test runs" in told
    assert "One run, moment by moment" in told
    assert "Kim" not in told


def test_moments_of_a_run_are_a_part_of_the_page(teacher: Member) -> None:
    submission = hurt(teacher)
    page_of(teacher)
    client = browser_of(teacher)
    part = client.get(address(teacher, f"runs/{submission.pk}/?moment=2"), headers={"HX-Target": "player"})
    assert "Moment 2 of" in part.content.decode()
    assert "<html" not in part.content.decode()


def test_a_plan_that_was_not_hurt_or_not_handed_in_is_not_told(teacher: Member) -> None:
    fine, elsewhere = handed_in(teacher.classroom), hurt(opened_class("Autumn"))
    page_of(teacher)
    for one in (fine, elsewhere):
        assert browser_of(teacher).get(address(teacher, f"runs/{one.pk}/")).status_code == 404


def test_strangers_and_learners_find_nothing(teacher: Member) -> None:
    submission = hurt(teacher)
    page_of(teacher)
    for other in (Client(), browser_of(opened_class("Autumn"))):
        for rest in ("", "live/", f"runs/{submission.pk}/"):
            assert other.get(address(teacher, rest)).status_code == 404


def test_assistants_see_it_too(teacher: Member) -> None:
    assert browser_of(assistant(teacher.classroom)).get(address(teacher)).status_code == 200


def test_it_is_there_for_reading_only(teacher: Member) -> None:
    submission = hurt(teacher)
    client = browser_of(teacher)
    for rest in ("", "live/", f"runs/{submission.pk}/"):
        assert client.post(address(teacher, rest)).status_code == 405


def test_the_number_of_queries_grows_with_nothing() -> None:
    counts = []
    for number in (2, 50):
        member = opened_class(str(number))
        many(member.classroom, number)
        client = browser_of(member)
        while "still being counted" in client.get(address(member)).content.decode():
            pass
        with CaptureQueriesContext(connection) as queries:
            client.get(address(member))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 15
