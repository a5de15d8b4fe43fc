"""How often one may ask: so many times in so many seconds, each for themselves."""

import pytest
from django.core.cache import cache

from planner.web.rate import Rate


@pytest.fixture(autouse=True)
def _nobody_has_asked_yet() -> None:
    cache.clear()


def test_so_many_times_and_no_more() -> None:
    rate = Rate("tests", most=3, seconds=60)
    assert [rate.allows("ann") for _ in range(5)] == [True, True, True, False, False]


def test_each_is_counted_apart_and_each_rate_too() -> None:
    rate, other = Rate("tests", most=1, seconds=60), Rate("other", most=1, seconds=60)
    assert [rate.allows("ann"), rate.allows("bea"), other.allows("ann"), rate.allows("ann")] == [
        True,
        True,
        True,
        False,
    ]


def test_after_the_time_it_begins_anew() -> None:
    rate = Rate("tests", most=1, seconds=0)
    assert [rate.allows("ann") for _ in range(3)] == [True, True, True]


def test_names_of_any_length_and_kind_can_be_counted() -> None:
    rate = Rate("tests", most=1, seconds=60)
    assert rate.allows("ü \n" * 10_000)
