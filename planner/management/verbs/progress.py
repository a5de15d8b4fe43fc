"""How far a long computation has come, told on standard error once it takes more than a second."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from types import TracebackType

from django.core.management.base import OutputWrapper

_QUIET_SECONDS = 1.0
_TERMINAL_SECONDS, _FILE_SECONDS = 0.2, 10.0
"""How long the same line stands on a terminal, and how far apart lines are in a file."""


class Progress:
    """Tells how many of a number of things are done; on a terminal in one line, which is gone at the end."""

    def __init__(self, err: OutputWrapper, of: int, what: str, *, now: Callable[[], float] = monotonic) -> None:
        self._err = err
        self._of = of
        self._what = what
        self._now = now
        self._is_terminal = err.isatty()
        self._next = now() + _QUIET_SECONDS
        self._shown = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._shown and self._is_terminal:
            self._err.write("\r\x1b[K", ending="")
            self._err.flush()

    def tell(self, done: int) -> None:
        """Say how many are done, if it is time to."""
        now = self._now()
        if now >= self._next and done < self._of:
            self._next = now + (_TERMINAL_SECONDS if self._is_terminal else _FILE_SECONDS)
            self._show(f"{done:,} of {self._of:,} {self._what} ({done / self._of:.0%})")

    def _show(self, line: str) -> None:
        self._shown = True
        self._err.write(f"\r\x1b[K{line}" if self._is_terminal else line, ending="" if self._is_terminal else "\n")
        self._err.flush()
