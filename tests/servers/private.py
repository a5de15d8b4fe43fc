"""Private servers for tests, each on a free port and in a folder of its own: PostgreSQL and Redis.

`python -m tests.servers.private COMMAND…` runs a command on a PostgreSQL of its own, by DATABASE_URL.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

POSTGRES_INSTALL = "PostgreSQL's initdb is not there: apt-get install postgresql"
REDIS_INSTALL = "redis-server is not there: apt-get install redis-server"
# What a crash of the machine would lose is of no interest here, and the tests are faster for it.
POSTGRES_OPTIONS = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200"


class MissingServerError(Exception):
    """A program that a test needs is not installed; the text says how to install it."""


def free_port() -> int:
    """Return a port that nobody listens on at the moment."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def postgres_programs() -> Path:
    """Return the folder of PostgreSQL's programs; Debian keeps them off the PATH."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if not found:
        raise MissingServerError(POSTGRES_INSTALL)
    return found[-1].parent


def postgres_user() -> str | None:
    """Return as whom PostgreSQL runs: it refuses to be root."""
    return "postgres" if os.name == "posix" and os.geteuid() == 0 else None


@contextmanager
def postgres() -> Iterator[str]:
    """Start a PostgreSQL and yield the address of an empty database; MissingServerError."""
    programs, user, port = postgres_programs(), postgres_user(), free_port()
    with _folder("postgres", user) as folder:
        data = folder / "data"
        initdb: list[Path | str] = [
            programs / "initdb",
            "-D",
            data,
            "-U",
            "planner",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
        ]
        subprocess.run(initdb, check=True, stdout=subprocess.DEVNULL, user=user, cwd=folder)
        server: list[Path | str] = [programs / "postgres", "-D", data, "-h", "127.0.0.1", "-p", str(port), "-k", folder]
        with _running([*server, *POSTGRES_OPTIONS.split()], folder, user):
            ready: list[Path | str] = [programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)]
            _wait(lambda: subprocess.run(ready, check=False).returncode == 0)
            yield f"postgres://planner@127.0.0.1:{port}/postgres"


@contextmanager
def redis() -> Iterator[str]:
    """Start a Redis and yield its address; MissingServerError."""
    program, port = shutil.which("redis-server"), free_port()
    if program is None:
        raise MissingServerError(REDIS_INSTALL)
    with _folder("redis", None) as folder:
        options = ["--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no", "--dir", str(folder)]
        with _running([program, *options], folder, None):
            _wait(lambda: _listens(port))
            yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def _folder(name: str, user: str | None) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix=f"planner-{name}-", ignore_cleanup_errors=True) as made:
        if user is not None:
            shutil.chown(made, user)
        yield Path(made)


@contextmanager
def _running(command: list[Path | str], folder: Path, user: str | None) -> Iterator[None]:
    """Run a server until the block is left, in a process group of its own: Ctrl-C is for the tests."""
    log = (folder / "log").open("wb")
    with log, subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, user=user, process_group=0) as server:
        try:
            yield
        finally:
            # SIGINT: PostgreSQL closes open connections and stops, Redis too.
            server.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                server.wait(timeout=20)
            server.kill()


def _listens(port: int) -> bool:
    with socket.socket() as attempt:
        return attempt.connect_ex(("127.0.0.1", port)) == 0


def _wait(condition: Callable[[], bool], *, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "the server did not start in time"
        time.sleep(0.05)


def main(command: list[str]) -> int:
    """Run a command on a PostgreSQL of its own and return its exit status; a termination stops both."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with postgres() as database_url:
        return subprocess.run(command, env={**os.environ, "DATABASE_URL": database_url}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
