"""/health/, /ready/, /metrics/ and security.txt tell machines what they need to know, and nothing else."""

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, override_settings


def test_it_answers_without_signing_in(client: Client) -> None:
    answer = client.get("/health/")
    assert (answer.status_code, answer.content, answer.headers["Content-Type"]) == (200, b"ok\n", "text/plain")


@pytest.mark.parametrize("address", ["/health/", "/ready/", "/metrics/", "/.well-known/security.txt"])
def test_it_takes_nothing_in(client: Client, address: str) -> None:
    assert client.post(address).status_code == 405


@pytest.mark.django_db
def test_a_site_with_every_migration_is_ready(client: Client) -> None:
    answer = client.get("/ready/")
    assert (answer.status_code, answer.content) == (200, b"ready\n")


@pytest.mark.django_db
def test_a_site_that_lacks_a_migration_is_not(client: Client) -> None:
    MigrationRecorder(connection).record_unapplied("sessions", "0001_initial")
    answer = client.get("/ready/")
    assert answer.status_code == 503
    assert answer.content == b"the database lacks 1 migrations: run manage.py migrate\n"


@pytest.mark.django_db
@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer"}, {"Authorization": "Bearer wrong"}], ids=str)
@pytest.mark.parametrize("token", ["", "right"])
def test_there_are_no_metrics_without_the_token(client: Client, headers: dict[str, str], token: str) -> None:
    with override_settings(METRICS_TOKEN=token):
        assert client.get("/metrics/", headers=headers).status_code == 404


@pytest.mark.django_db
def test_there_is_no_security_txt_without_a_contact(client: Client) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404


@override_settings(SECURITY_CONTACT="mailto:security@planner.example")
def test_security_txt_says_whom_to_tell_and_until_when(client: Client) -> None:
    lines = client.get("/.well-known/security.txt").content.decode().splitlines()
    assert lines[0] == "Contact: mailto:security@planner.example"
    assert [line.partition(":")[0] for line in lines] == ["Contact", "Expires", "Preferred-Languages"]
