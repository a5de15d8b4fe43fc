"""Browsers for tests on real servers: plain forms over HTTP, sent again when no answer comes."""

import http.client
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlencode
from uuid import uuid4

from tests.servers.site import Site

TOKEN = "t" * 32
SECONDS_TO_GIVE_UP = 90


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server said: the status, and where a page goes on."""

    status: int
    location: str


@dataclass(slots=True)
class Browser:
    """A browser of somebody without an account; `unanswered` counts what had to be sent again."""

    port: int
    session: str
    plan: str
    unanswered: int = 0
    _connection: http.client.HTTPConnection | None = field(default=None)

    def add_step(self, name: str) -> Answer:
        """Add a step at the end of the plan, with a key of its own."""
        return self.insist("POST", f"/plans/{self.plan}/plan/steps/add/", form(name=name, version="1"))

    def page(self) -> Answer:
        """Load the Plan page."""
        return self.insist("GET", f"/plans/{self.plan}/plan/", {})

    def insist(self, method: str, path: str, fields: dict[str, str]) -> Answer:
        """Send the same request until an answer comes."""
        deadline = time.monotonic() + SECONDS_TO_GIVE_UP
        while True:
            with suppress(OSError, http.client.HTTPException):
                return self.send(method, path, fields)
            self.close()
            self.unanswered += 1
            assert time.monotonic() < deadline, f"no answer to {method} {path} in {SECONDS_TO_GIVE_UP} s"
            time.sleep(0.1)

    def send(self, method: str, path: str, fields: dict[str, str]) -> Answer:
        """Send a request once; OSError or HTTPException if no whole answer comes."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {
            "Cookie": f"sessionid={self.session}; csrftoken={TOKEN}",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        body = urlencode({"csrfmiddlewaretoken": TOKEN, **fields}) if method == "POST" else None
        self._connection.request(method, path, body, headers)
        response = self._connection.getresponse()
        response.read()
        return Answer(response.status, response.headers.get("Location", ""))

    def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None


def form(**fields: str) -> dict[str, str]:
    """Return the fields of a form, with a key that no form had before."""
    return {"key": str(uuid4()), **fields}


MAKE = """
import json
from uuid import uuid4
from django.contrib.sessions.backends.db import SessionStore
from planner.bridge import store
from planner.core.sketch import sketch
from planner.models import Plan
from planner.web.access import BROWSER
made = []
for _ in range({many}):
    session, token = SessionStore(), uuid4().hex
    session[BROWSER] = token
    session.save()
    row = Plan(session_token=token)
    store(row, sketch("Read"))
    made.append([session.session_key, str(row.pk)])
print(json.dumps(made))
"""
NAMES = """
import json
from planner.models import Plan
from planner.models.step import Step
print(json.dumps({str(row.pk): [step.name for step in Step.objects.filter(plan=row)] for row in Plan.objects.all()}))
"""


@contextmanager
def browsers(site: Site, *, port: int, plans: int, each: int) -> Iterator[list[Browser]]:
    """Make plans of one step, and so many browsers of the owner of each, which hang up when the block is left."""
    made = site.ask(MAKE.format(many=plans))
    opened = [Browser(port, session, plan) for session, plan in made for _ in range(each)]
    try:
        yield opened
    finally:
        for browser in opened:
            browser.close()


def step_names(site: Site) -> dict[str, list[str]]:
    """Return the names of the steps of each plan."""
    names: dict[str, list[str]] = site.ask(NAMES)
    return names
