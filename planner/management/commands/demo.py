"""`manage.py demo`: the site on this machine, from an empty folder to a page."""

import os
import signal
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from planner.services import demo
from planner.services.classes import demo_class

# What a browser on this machine calls the hosts that stand for every address.
ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104


class Command(BaseCommand):
    help = "Makes the database, the worked example and a small class, then serves the site and works off its jobs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="default: %(default)s, this machine alone")
        parser.add_argument("--port", default=8000, type=port_number, help="default: %(default)s, else a free one")

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        call_command("migrate", verbosity=0)
        self.seed()
        found = free_port(host, wanted=port)
        if found != port:
            self.stdout.write(f"Port {port} is taken or not allowed; using {found}.")
        with suppress(KeyboardInterrupt), served(host, found) as server, working():
            wait_for_page(server, host, found)
            self.stdout.write(f"Checkpoint Planner is at {address(host, found)} (Ctrl-C stops it)")
            self.stdout.flush()
            if server.wait() != 0:
                raise CommandError("The server stopped by itself; the lines above say why.")
        self.stdout.write("Stopped.")

    def seed(self) -> None:
        seeded = demo.seed()
        demo_class.seed(seeded.instructor)
        if seeded.password:
            name = seeded.instructor.username
            self.stdout.write(f"An instructor is made: {name}, password {seeded.password} (shown this once)")


def port_number(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise ArgumentTypeError(f"{text!r} is not a port: a number from 1 to 65535")
    return int(text)


def free_port(host: str, *, wanted: int) -> int:
    """The wanted port, or one that the system picks; CommandError if the host is not this machine's."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in (wanted, 0):
        try:
            with socket.create_server((host, port), family=family) as listener:
                return int(listener.getsockname()[1])
        except (OSError, UnicodeError) as error:
            reason = getattr(error, "strerror", error)
    raise CommandError(f"Cannot listen on {host!r}: {reason}. --host takes an address of this machine.")


@contextmanager
def served(host: str, port: int) -> "Iterator[subprocess.Popen[bytes]]":
    """A server on this address until the block is left, for which Ctrl-C, a termination and a closed terminal do.

    It has a process group of its own: a worker that gets Ctrl-C from the terminal, and at the same time the request to
    stop from its parent, waits for ever.
    """
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)
    variables = {"ALLOWED_HOSTS": allowed(host), **os.environ}
    with subprocess.Popen(granian(host, port), cwd=settings.BASE_DIR, env=variables, process_group=0) as server:
        try:
            yield server
        finally:
            server.terminate()


@contextmanager
def working() -> "Iterator[subprocess.Popen[bytes]]":
    """A worker for background jobs until the block is left; it finishes the part at hand."""
    command = [sys.executable, "manage.py", "work"]
    with subprocess.Popen(command, cwd=settings.BASE_DIR, stdout=subprocess.DEVNULL, process_group=0) as worker:
        try:
            yield worker
        finally:
            worker.terminate()


def granian(host: str, port: int) -> list[str]:
    """The command that serves: SQLite has one writer, so a worker needs no more than one thread."""
    strength = "--workers 2 --blocking-threads 1 --respawn-failed-workers --workers-kill-timeout 5"
    options = ["--host", host, "--port", str(port), *strength.split(), "--log-level", "warning"]
    return [sys.executable, "-m", "granian", "--interface", "wsgi", *options, "planner.wsgi:application"]


def allowed(host: str) -> str:
    """The names under which the site answers, as ALLOWED_HOSTS takes them: any, when it listens on every address."""
    return "*" if host in ANY_ADDRESS else ",".join({host, *settings.ALLOWED_HOSTS})


def wait_for_page(server: "subprocess.Popen[bytes]", host: str, port: int) -> None:
    while not answers(ANY_ADDRESS.get(host, host), port):
        if server.poll() is not None:
            raise CommandError("The server did not start; the lines above say why.")
        time.sleep(0.05)


def address(host: str, port: int) -> str:
    name = ANY_ADDRESS.get(host, host)
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def answers(host: str, port: int) -> bool:
    try:
        with closing(HTTPConnection(host, port, timeout=5)) as connection:
            connection.request("GET", "/health/")
            return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
