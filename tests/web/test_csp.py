"""Every answer carries the policy that keeps scripts, styles and requests on the site."""

from contextlib import closing

import pytest
from django.test import Client

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


@pytest.mark.django_db  # closing an answer looks after connections
@pytest.mark.parametrize(
    "address",
    [
        pytest.param("/health/", id="a page"),
        pytest.param("/nowhere/", id="a page that is not there"),
        pytest.param("/static/django_htmx/htmx-2.min.js", id="a file"),
    ],
)
def test_every_answer_carries_the_policy(client: Client, address: str) -> None:
    with closing(client.get(address)) as answer:
        assert answer.headers["Content-Security-Policy"] == POLICY
