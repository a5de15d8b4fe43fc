"""A site of its own for tests that start, kill and restart real processes: a database, and commands run against it."""

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings

MANAGE = str(Path(settings.BASE_DIR) / "manage.py")


@dataclass(frozen=True, slots=True)
class Site:
    """A database by its address; every command runs in a process of its own, as on a real machine."""

    database_url: str
    variables: Mapping[str, str] = field(default_factory=dict)

    def run(self, *command: str) -> str:
        """Run a management command to its end and return what it prints."""
        done = self._done(*command)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def refusal(self, *command: str) -> str:
        """Run a management command that is refused and return what it says."""
        done = self._done(*command)
        assert (done.returncode, "Traceback" in done.stderr) == (1, False), done.stderr
        return done.stderr

    def _done(self, *command: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, MANAGE, *command], env=self.environment(), capture_output=True, text=True, check=False
        )

    def ask(self, code: str) -> Any:
        """Run Python in the site, which prints one JSON document, and return that."""
        return json.loads(self.run("shell", "--no-imports", "-c", code))

    def count(self, table: str, **values: str) -> int:
        """Count the rows of a table that have these values: quicker than a process of its own, for waiting."""
        where = " AND ".join(f"{name} = '{value}'" for name, value in values.items()) or "1 = 1"
        query = f"SELECT COUNT(*) FROM {table} WHERE {where}"  # noqa: S608
        if self.database_url.startswith("sqlite"):
            with closing(sqlite3.connect(self.database_url.removeprefix("sqlite:///"))) as rows:
                return int(rows.execute(query).fetchone()[0])
        with psycopg.connect(self.database_url) as connection:
            (found,) = connection.execute(query.encode()).fetchone() or (0,)
            return int(found)

    @contextmanager
    def process(self, *command: str) -> Iterator["subprocess.Popen[bytes]"]:
        """Run a management command until the block is left, if it lives that long."""
        with self.python(MANAGE, *command) as process:
            yield process

    @contextmanager
    def python(self, *arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
        """Run Python, with its children in a process group of their own, until the block is left."""
        command = [sys.executable, *arguments]
        with subprocess.Popen(command, env=self.environment(), cwd=settings.BASE_DIR, process_group=0) as process:
            try:
                yield process
            finally:
                process.terminate()

    def environment(self) -> dict[str, str]:
        """Return the environment of a process of this site."""
        own = {"DATABASE_URL": self.database_url, "DJANGO_SETTINGS_MODULE": "planner.settings"}
        return {**os.environ, **own, **self.variables}


def wait_until(condition: Callable[[], bool], *, seconds: float = 60) -> None:
    """Wait until a condition holds; fail if it does not in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)
