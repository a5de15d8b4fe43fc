"""`manage.py demo` serves the site from nothing, says where, and stops when asked."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest
from django.conf import settings

from tests.servers.site import Site, wait_until

DEMO = [sys.executable, "manage.py", "demo"]


def hear_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def demo(folder: Path, *arguments: str) -> "Iterator[subprocess.Popen[str]]":
    """A demo on a database of its own in `folder`, in a process group of its own, as a terminal would start it."""
    process = subprocess.Popen(
        [*DEMO, *arguments],
        cwd=settings.BASE_DIR,
        env={**os.environ, "DATABASE_URL": f"sqlite:///{folder / 'demo.sqlite3'}"},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # The tests themselves may have been started in the background, with Ctrl-C ignored; that is inherited.
        preexec_fn=hear_ctrl_c,
    )
    with process:
        try:
            yield process
        finally:
            process.terminate()
            process.wait(timeout=20)


PASSWORD = re.compile(r"An instructor is made: instructor, password \S+ \(shown this once\)\n")


ASK_FOR_REPORTS = """
import json
from uuid import uuid4
from planner.models import Member
from planner.services.classes import class_jobs
member = Member.objects.select_related("classroom__exercise", "user").get(role="instructor")
print(json.dumps(str(class_jobs.start(member, class_jobs.Work.REPORTS, key=str(uuid4())).key)))
"""
STATE = """
import json
from planner.models import Job
job = Job.objects.latest("pk")
print(json.dumps({"status": job.status, "result": job.result}))
"""


def line_of(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def address_in(line: str) -> str:
    found = re.fullmatch(r"Checkpoint Planner is at (http://\S+/) \(Ctrl-C stops it\)\n", line)
    assert found is not None, line
    return found[1]


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_the_address_is_printed_when_a_page_can_be_had_and_a_signal_stops_it(tmp_path: Path, stop: int) -> None:
    with demo(tmp_path, "--port", "8765") as process:
        assert PASSWORD.fullmatch(line_of(process))
        with urlopen(address_in(line_of(process)) + "health/") as answer:  # noqa: S310
            assert answer.read() == b"ok\n"
        os.killpg(process.pid, stop)
        assert (process.wait(timeout=10), line_of(process)) == (0, "Stopped.\n")


def test_it_works_off_jobs_and_leaves_no_worker_behind(tmp_path: Path) -> None:
    site = Site(f"sqlite:///{tmp_path / 'demo.sqlite3'}")
    with demo(tmp_path, "--port", "8765") as process:
        assert PASSWORD.fullmatch(line_of(process))
        address_in(line_of(process))
        site.ask(ASK_FOR_REPORTS)
        wait_until(lambda: site.ask(STATE) == {"status": "done", "result": {"reports": 2}})
    site.ask(ASK_FOR_REPORTS)
    time.sleep(2)
    assert site.ask(STATE) == {"status": "waiting", "result": None}


def test_the_password_is_told_once(tmp_path: Path) -> None:
    with demo(tmp_path, "--port", "8765") as first:
        assert PASSWORD.fullmatch(line_of(first))
        address_in(line_of(first))
    with demo(tmp_path, "--port", "8765") as second:
        address_in(line_of(second))


def test_a_taken_port_is_replaced_and_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with demo(tmp_path, "--port", str(port)) as process:
            assert PASSWORD.fullmatch(line_of(process))
            said = line_of(process)
            address = address_in(line_of(process))
    assert said == f"Port {port} is taken or not allowed; using {address.split(':')[-1].strip('/')}.\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--port", "70000"], "'70000' is not a port: a number from 1 to 65535"),
        (["--port", "http"], "'http' is not a port: a number from 1 to 65535"),
        (["--host", "192.0.2.1"], "Cannot listen on '192.0.2.1': "),
        (["--host", "x" * 70], f"Cannot listen on '{'x' * 70}': "),
    ],
)
def test_what_cannot_be_listened_on_is_refused_in_a_sentence(arguments: list[str], complaint: str) -> None:
    answer = subprocess.run([*DEMO, *arguments], cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)
    assert answer.returncode != 0
    assert complaint in answer.stderr
    assert "Traceback" not in answer.stderr
