"""Many browsers at once on one thread: each sends its next request once the last one is answered, at once or later."""

from __future__ import annotations

import heapq
import selectors
import socket
import time
from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field

READ = 1 << 18

Requests = Generator[bytes, bytes | None, None]
"""Yields requests as they go over the wire, and is sent what came back to the one before, if it was the same crowd."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """The requests that were sent within so many seconds: how many had which status, and how long each took."""

    seconds: float
    statuses: Counter[int] = field(default_factory=Counter)
    took: list[float] = field(default_factory=list)

    @property
    def each_second(self) -> float:
        """Return the answers a second."""
        return self.statuses.total() / self.seconds

    def percentile(self, percent: int) -> float:
        """Return the seconds that so many percent of the requests took at most; there is at least one."""
        return sorted(self.took)[min(len(self.took) * percent // 100, len(self.took) - 1)]


class Browser:
    """One connection that is kept open, and what it sends."""

    def __init__(self, port: int, requests: Requests) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sent_at = 0.0
        self._requests = requests
        self._got = b""

    def send(self, now: float) -> None:
        """Send the next request."""
        request = self._requests.send(self._got or None)
        self.sent_at, self._got = now, b""
        self.socket.sendall(request)

    def receive(self) -> int | None:
        """Take what has arrived; the status once the answer is whole."""
        part = self.socket.recv(READ)
        if not part:
            raise ConnectionError("the server has closed a connection")
        self._got += part
        head, found, body = self._got.partition(b"\r\n\r\n")
        return int(head[9:12]) if found and len(body) >= _length(head) else None


def answered(port: int, crowd: list[Requests], *, seconds: float, pause: float = 0) -> Answered:
    """Let each of the crowd send its requests for so long, with a pause after each answer.

    They begin spread over one pause. What is on its way at the end is waited for; without a pause it is not counted.
    """
    kept = Answered(seconds=seconds)
    due = [(pause * at / len(crowd), at, Browser(port, requests)) for at, requests in enumerate(crowd)]
    with selectors.DefaultSelector() as waiting:
        begun, now = time.perf_counter(), 0.0
        while due or waiting.get_map():
            while due and due[0][0] <= now:
                _, at, browser = heapq.heappop(due)
                if now < seconds:
                    browser.send(now)
                    waiting.register(browser.socket, selectors.EVENT_READ, (at, browser))
                else:
                    browser.socket.close()
            wait = due[0][0] - now if due else None if waiting.get_map() else 0
            for ready, _ in waiting.select(wait):
                at, browser = ready.data
                status, now = browser.receive(), time.perf_counter() - begun
                if status is not None:
                    waiting.unregister(browser.socket)
                    heapq.heappush(due, (now + pause, at, browser))
                    if pause or now < seconds:
                        kept.statuses[status] += 1
                        kept.took.append(now - browser.sent_at)
            now = time.perf_counter() - begun
    return kept


def _length(head: bytes) -> int:
    name = b"content-length: "
    at = head.lower().index(name) + len(name)
    return int(head[at:].split(b"\r\n", 1)[0])
