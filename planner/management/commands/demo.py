"""`manage.py demo`: the site on this machine, from an empty folder to a page."""

import os
import socket
import threading
import time
from argparse import ArgumentParser, ArgumentTypeError
from http.client import HTTPConnection, HTTPException
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

# What a browser on this machine calls the hosts that stand for every address.
ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104


class Command(BaseCommand):
    help = "Makes the database, then serves the site on this machine."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="default: %(default)s, this machine alone")
        parser.add_argument("--port", default=8000, type=port_number, help="default: %(default)s, else a free one")

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        call_command("migrate", verbosity=0)
        allow(host)
        found = free_port(host, wanted=port)
        if found != port:
            self.stdout.write(f"Port {port} is taken or not allowed; using {found}.")
        threading.Thread(target=self.announce, args=(host, found), daemon=True).start()
        serve(host, found)
        self.stdout.write("Stopped.")

    def announce(self, host: str, port: int) -> None:
        """Prints the address when a page can be had there."""
        reached = ANY_ADDRESS.get(host, host)
        while not answers(reached, port):
            time.sleep(0.05)
        shown = f"[{reached}]" if ":" in reached else reached
        self.stdout.write(f"Checkpoint Planner is at http://{shown}:{port}/ (Ctrl-C stops it)")
        self.stdout.flush()


def port_number(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise ArgumentTypeError(f"{text!r} is not a port: a number from 1 to 65535")
    return int(text)


def allow(host: str) -> None:
    """Lets the workers, which read the settings anew, answer to the name they are asked to listen on."""
    if host not in ("127.0.0.1", "::1", "localhost"):
        os.environ.setdefault("ALLOWED_HOSTS", "*" if host in ANY_ADDRESS else f"{host},localhost,127.0.0.1")


def free_port(host: str, *, wanted: int) -> int:
    """The wanted port, or one that the system picks; CommandError if the host is not this machine's."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in (wanted, 0):
        try:
            with socket.create_server((host, port), family=family) as listener:
                return int(listener.getsockname()[1])
        except OSError as error:
            reason = error
    raise CommandError(f"Cannot listen on {host}: {reason.strerror}. --host takes an address of this machine.")


def answers(host: str, port: int) -> bool:
    try:
        connection = HTTPConnection(host, port, timeout=5)
        connection.request("GET", "/health/")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False


def serve(host: str, port: int) -> None:
    """Serves until interrupted: SQLite has one writer, so a worker needs no more than one thread."""
    Granian(
        "planner.wsgi:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=2,
        blocking_threads=1,
        respawn_failed_workers=True,
        log_level=LogLevels.warning,
    ).serve()
