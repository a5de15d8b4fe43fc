"""Progress: nothing for what takes a second, then now and then a line."""

from __future__ import annotations

import io
from collections.abc import Iterator

from django.core.management.base import OutputWrapper

from planner.management.verbs.progress import Progress


class Screen(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def told(stream: io.StringIO, *seconds: float) -> str:
    """Return what is written if 100 more of 1,000 runs are done at each of these seconds."""
    clock: Iterator[float] = iter((0, *seconds))
    with Progress(OutputWrapper(stream), 1_000, "runs", now=lambda: next(clock)) as progress:
        for done, _ in enumerate(seconds, start=1):
            progress.tell(100 * done)
    return stream.getvalue()


def test_what_takes_a_second_is_not_talked_about() -> None:
    assert told(io.StringIO(), 0.1, 0.5, 0.99) == ""
    assert told(Screen(), 0.1, 0.5, 0.99) == ""


def test_a_file_gets_a_line_after_a_second_and_then_every_ten() -> None:
    written = told(io.StringIO(), 0.5, 1.5, 2.5, 11.4, 11.6, 12)
    assert written == "200 of 1,000 runs (20%)\n500 of 1,000 runs (50%)\n"


def test_a_terminal_has_one_line_that_changes_and_is_gone_at_the_end() -> None:
    clear = "\r\x1b[K"
    written = told(Screen(), 1.5, 1.6, 1.8)
    assert written == f"{clear}100 of 1,000 runs (10%){clear}300 of 1,000 runs (30%){clear}"


def test_the_end_is_not_told() -> None:
    assert told(io.StringIO(), *range(11, 111, 10)).splitlines()[-1] == "900 of 1,000 runs (90%)"
