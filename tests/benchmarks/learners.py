"""Learners who mark the steps of a plan on a served site, and the least that a server can be asked instead."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode
from uuid import uuid4

from django.conf import settings

from tests.servers.site import Site, wait_until

if TYPE_CHECKING:
    from tests.benchmarks.crowd import Requests

STEPS = 40
SITE, FLOOR = "planner.wsgi:application", "tests.benchmarks.floor:application"
TOKEN = "a" * 32
MAKE = """
import json
from tests.web.visitors import many_steps, with_plan
made = (with_plan(many_steps({steps})) for _ in range({learners}))
print(json.dumps([[str(row.pk), client.cookies["sessionid"].value] for client, row in made]))
"""

Learner = list[str]
"""The plan of a learner, and the session of the browser."""


def learners_on(site: Site, number: int) -> list[Learner]:
    """Make learners, each with a plan of 40 steps and 10 checkpoints."""
    made: list[Learner] = site.ask(MAKE.format(steps=STEPS, learners=number))
    return made


def seen_by(port: int, plan: str, session: str) -> dict[str, str]:
    """Load the page, and return the parts that a browser then has."""
    with closing(HTTPConnection("127.0.0.1", port)) as connection:
        connection.request("GET", f"/plans/{plan}/plan/", headers={"Cookie": f"sessionid={session}"})
        return parts(connection.getresponse().read())


def parts(answer: bytes) -> dict[str, str]:
    """Return the parts in an answer, by their ids, with the names of what they show."""
    return dict(re.findall(r'id="([^"]+)"[^>]*? data-seen="([^"]+)"', answer.decode()))


def edits_of(plan: str, session: str, *, seen: dict[str, str]) -> Requests:
    """Yield what the page of a learner sends who marks one step after another, each time otherwise than before.

    The page keeps account of what it has, as `static/js/app.js` does.
    """
    headers = {"Cookie": f"csrftoken={TOKEN}; sessionid={session}", "HX-Request": "true"}
    for version in count(1):
        around, step = divmod(version, STEPS)
        said = {"version": version, "key": uuid4(), "repeats": ("yes", "no")[around % 2]}
        body = urlencode({"csrfmiddlewaretoken": TOKEN, **said}).encode()
        has = {"X-Seen": " ".join(f"{part}:{name}" for part, name in seen.items())}
        answer = yield request(f"/plans/{plan}/plan/steps/step-{step + 1}/mark/", body, {**headers, **has})
        seen |= parts(answer or b"")


def writes_of(plan: str) -> Requests:
    """Yield what the floor is asked."""
    while True:
        yield request("/", plan.encode(), {})


def request(path: str, body: bytes, headers: dict[str, str]) -> bytes:
    """Return a POST as it goes over the wire."""
    kind = "application/x-www-form-urlencoded"
    head = {"Host": "127.0.0.1", "Content-Type": kind, "Content-Length": str(len(body)), **headers}
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items())]
    return "\r\n".join([*lines, "", ""]).encode() + body


@dataclass(frozen=True, slots=True)
class Served:
    """A server on a port, by its process."""

    port: int
    pid: int

    def processor_seconds(self) -> float:
        """Return how long its workers have computed so far, whoever else has used the machine meanwhile."""
        workers = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        ticks = [Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()[11:13] for worker in workers]
        return sum(int(tick) for both in ticks for tick in both) / os.sysconf("SC_CLK_TCK")


@contextmanager
def served(site: Site, application: str) -> Iterator[Served]:
    """Serve an application on two workers, as `manage.py demo` does."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    options = f"--interface wsgi --port {port} --workers 2 --blocking-threads 1 --log-level warning"
    command = [sys.executable, "-m", "granian", *options.split(), application]
    with subprocess.Popen(command, cwd=settings.BASE_DIR, env=site.environment(), process_group=0) as server:
        try:
            wait_until(lambda: is_open(port))
            yield Served(port, server.pid)
        finally:
            server.terminate()


def is_open(port: int) -> bool:
    with closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
