"""What the settings are on one machine, and what they ask of a public site."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from django.conf import settings

from planner.settings import local_secret

PRODUCTION = {"PLANNER_PRODUCTION": "1", "SECRET_KEY": "k" * 50, "ALLOWED_HOSTS": "planner.example"}


CHECK = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")
GRANIAN = ("-m", "granian", "--interface", "wsgi", "--port", "0", "--log-level", "critical", "planner.wsgi:application")


def start(*command: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    """A start of the site, as the check for a public one or by another command, with exactly these variables set."""
    return subprocess.run(
        [sys.executable, *(command or CHECK)],
        cwd=settings.BASE_DIR,
        env={"PATH": os.environ["PATH"], **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def refusal(missing: str) -> str:
    return f"A public site does not start without {missing} in its environment; README.md says more.\n"


@pytest.mark.parametrize("command", [("manage.py", "migrate"), GRANIAN], ids=" ".join)
def test_a_public_site_that_lacks_something_ends_with_one_line(command: tuple[str, ...]) -> None:
    answer = start(*command, PLANNER_PRODUCTION="1", DATABASE_URL="sqlite:///:memory:")
    assert (answer.returncode, answer.stdout, answer.stderr) == (1, "", refusal("SECRET_KEY and ALLOWED_HOSTS"))


@pytest.mark.parametrize("missing", ["SECRET_KEY", "ALLOWED_HOSTS"])
def test_a_public_site_does_not_start_without(missing: str) -> None:
    has = {name: value for name, value in PRODUCTION.items() if name != missing}
    answers = [start(**has), start(**has, **{missing: ""})]
    assert [(answer.returncode, answer.stderr) for answer in answers] == [(1, refusal(missing))] * 2


SEVERAL_MACHINES = {
    "REDIS_URL": "redis://127.0.0.1:1/1",
    "CELERY_BROKER_URL": "redis://127.0.0.1:1/0",
    "METRICS_TOKEN": "a-token",
    "SECURITY_CONTACT": "mailto:security@planner.example",
    "BEHIND_PROXY": "1",
}


@pytest.mark.parametrize("more", [{}, SEVERAL_MACHINES], ids=["one machine", "several machines"])
def test_a_public_site_passes_the_checks_of_django_for_one(more: dict[str, str], tmp_path: Path) -> None:
    secret = "0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    answer = start(**PRODUCTION | more | {"SECRET_KEY": secret, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)})
    assert (answer.returncode, answer.stderr) == (0, "")


def test_the_secret_of_this_machine_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret"
    made = local_secret(path)
    assert len(made) == 64
    assert local_secret(path) == made
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(path.parent.iterdir()) == [path]


READ_THEN_WRITE = """
import django
django.setup()
from django.contrib.auth import get_user_model
from django.db import transaction
users = get_user_model().objects
for _ in range(100):
    with transaction.atomic():
        user = users.get()
        user.first_name = str(int(user.first_name) + 1)
        user.save()
"""


def test_two_workers_that_read_then_write_on_sqlite_wait_for_each_other(tmp_path: Path) -> None:
    database = tmp_path / "planner.sqlite3"
    run = partial(
        subprocess.Popen,
        cwd=settings.BASE_DIR,
        env={**os.environ, "DATABASE_URL": f"sqlite:///{database}", "DJANGO_SETTINGS_MODULE": "planner.settings"},
    )
    assert run([sys.executable, "manage.py", "migrate", "-v0"]).wait() == 0
    with closing(sqlite3.connect(database)) as rows, rows:
        rows.execute(
            "INSERT INTO planner_user (username, first_name, last_name, email, password, "
            "is_superuser, is_staff, is_active, date_joined) "
            "VALUES ('counter', '0', '', '', '', 0, 0, 1, '2026-01-01')"
        )
    workers = [run([sys.executable, "-c", READ_THEN_WRITE]) for _ in range(2)]
    assert [worker.wait() for worker in workers] == [0, 0]
    with closing(sqlite3.connect(database)) as rows:
        assert rows.execute("SELECT first_name FROM planner_user").fetchall() == [("200",)]
        assert rows.execute("PRAGMA journal_mode").fetchall() == [("wal",)]
