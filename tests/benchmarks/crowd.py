"""Many browsers at once on one thread: each sends its next request as soon as the last one is answered."""

from __future__ import annotations

import selectors
import socket
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

READ = 1 << 18


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """How many requests were answered in how many seconds, by status."""

    seconds: float
    statuses: Counter[int]

    @property
    def each_second(self) -> float:
        """Return the answers a second."""
        return self.statuses.total() / self.seconds


class Browser:
    """One connection that is kept open, and what it sends."""

    def __init__(self, port: int, requests: Iterator[bytes]) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._requests = requests
        self._got = b""

    def send(self) -> None:
        """Send the next request."""
        self._got = b""
        self.socket.sendall(next(self._requests))

    def receive(self) -> int | None:
        """Take what has arrived; the status once the answer is whole."""
        part = self.socket.recv(READ)
        if not part:
            raise ConnectionError("the server has closed a connection")
        self._got += part
        head, found, body = self._got.partition(b"\r\n\r\n")
        return int(head[9:12]) if found and len(body) >= _length(head) else None


def answered(port: int, crowd: list[Iterator[bytes]], *, seconds: float) -> Answered:
    """Let each of the crowd send its requests for so long; what is on its way then is waited for and not counted."""
    browsers = [Browser(port, requests) for requests in crowd]
    statuses: Counter[int] = Counter()
    with selectors.DefaultSelector() as waiting:
        for browser in browsers:
            browser.send()
            waiting.register(browser.socket, selectors.EVENT_READ, browser)
        begun = time.perf_counter()
        while waiting.get_map():
            for ready, _ in waiting.select():
                status, now = ready.data.receive(), time.perf_counter() - begun
                if status is None:
                    continue
                if now < seconds:
                    statuses[status] += 1
                    ready.data.send()
                else:
                    waiting.unregister(ready.data.socket)
                    ready.data.socket.close()
    return Answered(seconds=seconds, statuses=statuses)


def _length(head: bytes) -> int:
    name = b"content-length: "
    at = head.lower().index(name) + len(name)
    return int(head[at:].split(b"\r\n", 1)[0])
