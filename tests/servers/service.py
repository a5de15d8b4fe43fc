"""A process of a site that is killed and started again, as a supervisor would."""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from tests.servers.site import MANAGE, Site, wait_until

GRANIAN = "--interface wsgi --workers 2 --blocking-threads 1 --respawn-failed-workers --log-level error"


@dataclass(slots=True)
class Service:
    """A command of a site, with its children in a process group of their own; `kills` counts how often it died."""

    site: Site
    command: tuple[str, ...]
    process: "subprocess.Popen[bytes] | None" = None
    kills: int = 0

    def start(self) -> None:
        """Start it."""
        self.process = subprocess.Popen(
            [sys.executable, *self.command],
            env=self.site.environment(),
            cwd=Path(MANAGE).parent,
            process_group=0,
            stdout=subprocess.DEVNULL,
        )

    def kill(self) -> None:
        """Kill it and all its children at once, and start it again."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.kills += 1
        self.start()

    def kill_child(self, rng: random.Random) -> None:
        """Kill one of its children, which it replaces itself."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        if children:
            os.kill(int(rng.choice(children)), signal.SIGKILL)
            self.kills += 1

    def stop(self) -> None:
        """Ask it to stop and wait for its end; what it leaves behind is killed."""
        assert self.process is not None
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=20)
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def running(site: Site, *command: str) -> Iterator[Service]:
    """Run a service until the block is left."""
    service = Service(site, command)
    service.start()
    try:
        yield service
    finally:
        service.stop()


@contextmanager
def web(site: Site, port: int) -> Iterator[Service]:
    """Serve a site on a port until the block is left."""
    where = ("--host", "127.0.0.1", "--port", str(port))
    with running(site, "-m", "granian", *where, *GRANIAN.split(), "planner.wsgi:application") as service:
        wait_until(lambda: answers(port))
        yield service


def answers(port: int) -> bool:
    """Whether the site on this port answers."""
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/health/")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
