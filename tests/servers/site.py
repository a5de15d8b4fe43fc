"""A site of its own for tests that start, kill and restart real processes: a database, and commands run against it."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

MANAGE = str(Path(settings.BASE_DIR) / "manage.py")


@dataclass(frozen=True, slots=True)
class Site:
    """A database by its address; every command runs in a process of its own, as on a real machine."""

    database_url: str

    def run(self, *command: str) -> str:
        """Run a management command to its end and return what it prints."""
        done = subprocess.run(
            [sys.executable, MANAGE, *command], env=self.environment(), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def ask(self, code: str) -> Any:
        """Run Python in the site, which prints one JSON document, and return that."""
        return json.loads(self.run("shell", "--no-imports", "-c", code))

    @contextmanager
    def process(self, *command: str) -> Iterator["subprocess.Popen[bytes]"]:
        """Run a management command until the block is left, if it lives that long."""
        with subprocess.Popen([sys.executable, MANAGE, *command], env=self.environment()) as process:
            try:
                yield process
            finally:
                process.terminate()

    def environment(self) -> dict[str, str]:
        """Return the environment of a process of this site."""
        return {**os.environ, "DATABASE_URL": self.database_url, "DJANGO_SETTINGS_MODULE": "planner.settings"}


def wait_until(condition: Callable[[], bool], *, seconds: float = 60) -> None:
    """Wait until a condition holds; fail if it does not in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)
