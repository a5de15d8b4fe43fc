"""How many edits a second the site takes from a hundred browsers, beside the least that saving can take.

Run with: python3 manage.py test tests/benchmarks/test_edit_speed.py -m benchmark -s
"""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.conf import settings

from tests.benchmarks.crowd import Requests, answered
from tests.servers.site import Site, wait_until

pytestmark = pytest.mark.benchmark

BROWSERS, STEPS, SECONDS, TURNS = 100, 40, 5, 3
LEAST = 0.25
TOKEN = "a" * 32
MAKE = f"""
import json
from tests.web.visitors import many_steps, with_plan
made = (with_plan(many_steps({STEPS})) for _ in range({BROWSERS}))
print(json.dumps([[str(row.pk), client.cookies["sessionid"].value] for client, row in made]))
"""


@pytest.fixture
def site(tmp_path: Path) -> Site:
    made = Site(f"sqlite:///{tmp_path / 'site.sqlite3'}")
    made.run("migrate", "--verbosity", "0")
    return made


def test_edits_reach_a_quarter_of_the_floor(site: Site) -> None:
    """Both are asked in turns, since the machines are noisy; the best turn of each counts, and every answer has to."""
    learners = site.ask(MAKE)
    edits, writes = [], []
    with served(site, "tests.benchmarks.floor:application") as low, served(site, "planner.wsgi:application") as high:
        busy = [edits_of(*learner, seen=seen_by(high, *learner)) for learner in learners]
        bare = [writes_of(plan) for plan, _ in learners]
        for _ in range(TURNS):
            edits.append(answered(high, busy, seconds=SECONDS))
            writes.append(answered(low, bare, seconds=SECONDS))
    ours, floor = (max(turn.each_second for turn in turns) for turns in (edits, writes))
    print(f"\n{ours:.0f} edits a second of a plan of {STEPS} steps, the floor {floor:.0f}: {ours / floor:.3f} of it")
    assert {status for turn in (*edits, *writes) for status in turn.statuses} == {200}
    assert ours / floor >= LEAST


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


@contextmanager
def served(site: Site, application: str) -> Iterator[int]:
    """Serve an application on two workers, as `manage.py demo` does, and yield its port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    options = f"--interface wsgi --port {port} --workers 2 --blocking-threads 1 --log-level warning"
    command = [sys.executable, "-m", "granian", *options.split(), application]
    with subprocess.Popen(command, cwd=settings.BASE_DIR, env=site.environment(), process_group=0) as server:
        try:
            wait_until(lambda: is_open(port))
            yield port
        finally:
            server.terminate()


def is_open(port: int) -> bool:
    with closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
