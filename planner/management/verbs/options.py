"""What the options of a verb may be, and how a wrong one is refused: in one line."""

from __future__ import annotations

import math
import re
from argparse import ArgumentTypeError
from collections.abc import Callable
from typing import NoReturn

from django.core.management.base import CommandError, CommandParser

from planner.core.errors import shown
from planner.core.times import MAX_SECONDS, to_ms

_MAX_DIGITS = 20
_NUMBER = re.compile(r"[0-9]{1,20}(\.[0-9]{1,20})?(e-?[0-9]{1,2})?")


class VerbParser(CommandParser):
    """Refuses a wrong option in one line; how the verb is used is what --help says."""

    def error(self, message: str) -> NoReturn:
        if self.called_from_command_line:
            self.exit(2, f"{self.prog}: {message}\n")
        raise CommandError(message)


def whole(least: int, most: int) -> Callable[[str], int]:
    """Return what reads a whole number within limits."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        is_whole = digits.isascii() and digits.isdigit() and len(digits) <= _MAX_DIGITS
        if not is_whole or not least <= int(text) <= most:
            raise ArgumentTypeError(f"a whole number from {least:,} to {most:,}, not “{shown(text)}”")
        return int(text)

    return read


def seconds(text: str) -> int:
    """Read a number of seconds and return it in ms, rounded half up."""
    number = float(text) if _NUMBER.fullmatch(text) else math.nan
    if not 0 <= number <= MAX_SECONDS:
        raise ArgumentTypeError(f"a number of seconds from 0 to {MAX_SECONDS:,}, not “{shown(text)}”")
    return to_ms(number)
