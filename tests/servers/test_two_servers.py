"""Two servers that each keep the rows of a plan edit it in turns: neither works on what it remembers from before."""

from contextlib import ExitStack, closing
from http.client import HTTPConnection
from urllib.parse import urlencode
from uuid import uuid4

from tests.servers.private import free_port
from tests.servers.service import web
from tests.servers.site import Site

TOKEN = "a" * 32
MAKE = """
import json
from tests.web.visitors import with_plan
client, row = with_plan("Read <\\nDraft 3min\\n|\\nSend !")
print(json.dumps([str(row.pk), client.cookies["sessionid"].value]))
"""
STORED = """
import json
from planner.bridge import core_plan
from planner.core.planfile import document_from_plan
from planner.models import Plan
print(json.dumps(document_from_plan(core_plan(Plan.objects.get()))))
"""


def test_two_servers_edit_one_plan_in_turns(site: Site) -> None:
    plan, session = site.ask(MAKE)
    with ExitStack() as running:
        ports = [free_port(), free_port()]
        for port in ports:
            running.enter_context(web(site, port))
        edits = [
            ("steps/add/", {"name": "Write it down"}),
            ("steps/draft/mark/", {"repeats": "no", "prevention": "It is only text."}),
            ("steps/read/remove/", {}),
            ("steps/s4/up/", {}),
            ("steps/send/mark/", {"repeats": "yes"}),
            ("undo/", {"of": "4"}),
            ("checkpoints/after-draft/answer/complete/", {"answer": "yes", "reason": "All of it."}),
            ("identity/", {"source": "stored_id", "description": "the day", "single_runner": ""}),
        ]
        statuses = [
            sent(ports[number % 2], plan, session, path, version=number + 1, **data)
            for number, (path, data) in enumerate(edits)
        ]
    found = site.ask(STORED)
    assert statuses == [200] * len(edits)
    assert [(step["name"], step.get("replay_risk")) for step in found["steps"]] == [
        ("Read", None),
        ("Draft", {"repeats": False, "prevention": "It is only text."}),
        ("Write it down", None),
        ("Send", {"repeats": True}),
    ]
    assert found["checkpoints"][0]["answers"] == {"complete": {"answer": "yes", "reason": "All of it."}}
    assert found["identity"] == {"source": "stored_id", "description": "the day"}


def sent(port: int, plan: str, session: str, path: str, *, version: int, **data: str) -> int:
    """Send an edit as the page does and return the status of the answer."""
    body = urlencode({"csrfmiddlewaretoken": TOKEN, "version": version, "key": uuid4(), **data})
    headers = {
        "Cookie": f"csrftoken={TOKEN}; sessionid={session}",
        "HX-Request": "true",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    with closing(HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.request("POST", f"/plans/{plan}/plan/{path}", body, headers)
        return connection.getresponse().status
