"""Every request has a name, and one line in the log without a word of a person."""

import json
import logging

import pytest
from django.test import Client

from planner.logs import JsonFormatter, request_id

pytestmark = pytest.mark.django_db


def test_an_answer_carries_a_name_of_its_own(client: Client) -> None:
    names = [client.get("/health/").headers["X-Request-ID"] for _ in range(2)]
    assert [len(name) for name in names] == [32, 32]
    assert names[0] != names[1]


def test_the_name_that_a_proxy_gives_is_kept_if_it_is_one(client: Client) -> None:
    given = ["proxy-0123456789", 'short"', "x" * 65, "two words and more"]
    got = [client.get("/health/", headers={"X-Request-ID": name}).headers["X-Request-ID"] for name in given]
    assert [name in given for name in got] == [True, False, False, False]


def test_a_request_is_logged_by_the_pattern_of_its_address(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="planner.requests"):
        client.get("/r/a-secret-of-a-report/?mail=ann@example.org")
    line = json.loads(JsonFormatter().format(caplog.records[0]))
    assert (line["method"], line["status"], "secret" in str(line), "example.org" in str(line)) == (
        "GET",
        404,
        False,
        False,
    )


def test_a_line_holds_no_words_of_people() -> None:
    try:
        raise ValueError("ann@example.org")
    except ValueError as error:
        problem = (type(error), error, error.__traceback__)
    record = logging.LogRecord("planner", logging.ERROR, "", 0, "plan %s of %s is odd", (7, "Ann"), problem)
    token = request_id.set("abcdefgh")
    line = json.loads(JsonFormatter().format(record))
    request_id.reset(token)
    assert line.pop("time").endswith("+00:00")
    assert line.pop("at")[0].startswith(f"{__name__}:")
    assert line == {
        "level": "error",
        "logger": "planner",
        "message": "plan %s of %s is odd",
        "request": "abcdefgh",
        "numbers": [7],
        "error": "ValueError",
    }
