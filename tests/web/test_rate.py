"""How often one may ask: so many times in so many seconds, each for themselves."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.http import HttpRequest
from django.test import RequestFactory, override_settings

from planner.models import User
from planner.web.access import BROWSER
from planner.web.rate import Rate, address_of, person_in


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


def asked(*, user: User | None = None, browser: str = "", forwarded: str = "") -> HttpRequest:
    """A request from 10.0.0.1, as a view gets it."""
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    request = RequestFactory().get("/", headers=headers, REMOTE_ADDR="10.0.0.1")
    request.user, request.session = user or AnonymousUser(), SessionStore()
    if browser:
        request.session[BROWSER] = browser
    return request


def test_a_person_is_an_account_else_a_browser_else_an_address() -> None:
    found = [person_in(asked(user=User(pk=7), browser="b")), person_in(asked(browser="b")), person_in(asked())]
    assert found == ["user 7", "browser b", "address 10.0.0.1"]


def test_what_a_stranger_claims_to_be_forwarded_for_does_not_count() -> None:
    assert address_of(asked(forwarded="192.0.2.9")) == "address 10.0.0.1"


@override_settings(SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https"))
def test_behind_a_proxy_the_address_is_the_one_that_the_proxy_saw() -> None:
    assert address_of(asked(forwarded="192.0.2.9, 198.51.100.4")) == "address 198.51.100.4"
    assert address_of(asked()) == "address 10.0.0.1"
