"""A body that is too large is refused before it is read."""

import pytest
from django.conf import settings
from django.test import Client

pytestmark = pytest.mark.django_db


def test_a_body_of_the_largest_size_is_read_and_a_larger_one_is_not(client: Client) -> None:
    bodies = [b"x" * settings.MAX_BODY_BYTES, b"x" * (settings.MAX_BODY_BYTES + 1)]
    answers = [client.post("/plans/new/", body, content_type="text/plain") for body in bodies]
    assert [answer.status_code for answer in answers] == [422, 413]
    assert answers[1].content == b"This is too large: a request may have 3,145,728 bytes at most.\n"


@pytest.mark.parametrize("length", ["-1", "many", "1e3", "1.5"])
def test_a_length_that_is_none_is_refused(client: Client, length: str) -> None:
    assert client.post("/plans/new/", CONTENT_LENGTH=length).status_code == 413


def test_a_form_that_is_not_sent_in_parts_has_a_smaller_limit(client: Client) -> None:
    form = "application/x-www-form-urlencoded"
    bodies = [b"title=" + b"x" * (settings.MAX_FORM_BYTES - 6), b"title=" + b"x" * (settings.MAX_FORM_BYTES - 5)]
    answers = [client.post("/plans/new/", body, content_type=form) for body in bodies]
    assert [answer.status_code for answer in answers] == [422, 413]
    assert answers[1].content == b"This is too large: a request may have 524,288 bytes at most.\n"
