"""/health/ tells a proxy that the site answers."""

from django.test import Client


def test_it_answers_without_signing_in(client: Client) -> None:
    answer = client.get("/health/")
    assert (answer.status_code, answer.content, answer.headers["Content-Type"]) == (200, b"ok\n", "text/plain")


def test_it_takes_nothing_in(client: Client) -> None:
    assert client.post("/health/").status_code == 405
