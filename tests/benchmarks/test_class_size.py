"""How long the pages of a class take with 5,000 hand-ins, beside what they take with 50.

Run with: python3 manage.py test tests/benchmarks/test_class_size.py -m benchmark -s
"""

from __future__ import annotations

import csv
import io
import time
from functools import partial
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.benchmarks.clock import best_seconds
from tests.services.classes.crowded import opened_class
from tests.services.classes.full_class import fill
from tests.web.views.test_submissions import browser_of

if TYPE_CHECKING:
    from django.test import Client

    from planner.models import Member

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db]

FEW, MANY = 50, 5_000
MOST_TIMES = 3
PAGES = ("submissions/", "submissions/?show=all", "picture/")
BOOKS = ("canvas", "moodle")
MOST_TIMES_THE_NAMES = 15


@pytest.fixture
def classes() -> list[Member]:
    """A small class and a large one, with everything counted."""
    return [filled(FEW), filled(MANY)]


def filled(number: int) -> Member:
    member = opened_class(f"Class of {number}")
    fill(member, number)
    return member


def test_pages_with_a_hundred_times_the_hand_ins_take_at_most_three_times_as_long(classes: list[Member]) -> None:
    for page in PAGES:
        (few, short), (many, long) = (seen(member, page) for member in classes)
        print(f"\n{page}: {short * 1e3:.1f} ms with {FEW}, {long * 1e3:.1f} with {MANY:,}: {long / short:.1f} times")
        assert few == many
        assert long <= MOST_TIMES * short


def test_a_gradebook_takes_no_more_queries_and_a_bounded_time_for_each_row(classes: list[Member]) -> None:
    """A gradebook does not keep to three times: it has a row for each learner, a hundred times as many here.

    Reading and writing the names of 5,000 takes longer than the whole file of 50 does. So the time is held to that: a
    row with its plan, its verdict and its points may take so many times what a row with the name, the school number and
    the account takes.
    """
    names = best_seconds(partial(bare, classes[-1]), clock=time.process_time)
    for book in BOOKS:
        (few, short), (many, long) = (seen(member, f"downloads/gradebook/{book}/") for member in classes)
        print(
            f"\n{book}: {short * 1e3:.1f} ms with {FEW}, {long * 1e3:.1f} with {MANY:,}: {long / short:.1f} times, "
            f"and {long / names:.1f} times the {names * 1e3:.1f} ms of the names alone"
        )
        assert few == many
        assert long <= MOST_TIMES_THE_NAMES * names


def seen(member: Member, page: str) -> tuple[int, float]:
    """Return how many queries an address of a class makes, and how many seconds it takes."""
    browser, address = browser_of(member), f"/classes/{member.classroom_id}/{page}"
    load(browser, address)
    with CaptureQueriesContext(connection) as queries:
        load(browser, address)
    return len(queries), best_seconds(partial(load, browser, address), clock=time.process_time)


def load(browser: Client, address: str) -> None:
    assert browser.get(address).status_code == 200


def bare(member: Member) -> str:
    """Write who is in a class, and nothing else."""
    columns = ("name", "roster_entry__number", "user__username")
    text = io.StringIO()
    csv.writer(text).writerows(member.classroom.members.order_by("name", "pk").values_list(*columns))
    return text.getvalue()
