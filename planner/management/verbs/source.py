"""Where the command line gets a plan from: a file or standard input, at most one byte more than a plan file has."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from planner.core.errors import PlanError, shown
from planner.core.plan import Plan
from planner.core.planfile import MAX_BYTES, read_plan

STANDARD_INPUT = "-"


class InputError(Exception):
    """An input that is refused, in one line: the file, the path in it, what would be right."""


def named(name: str) -> str:
    """Return the name of a file as a line can hold it."""
    return "standard input" if name == STANDARD_INPUT else shown(name, most=1_000)


def plans_from(names: Sequence[str]) -> tuple[list[Plan], list[InputError]]:
    """Read plan files by name; return the plans of those that hold one, and the refusals of the others."""
    plans: list[Plan] = []
    refusals: list[InputError] = []
    for name in names:
        try:
            plans.append(plan_from(name))
        except InputError as refusal:
            refusals.append(refusal)
    return plans, refusals


def plan_from(name: str) -> Plan:
    """Read one plan; InputError if the file cannot be read or holds none."""
    try:
        return read_plan(bytes_of(name, most=MAX_BYTES))
    except PlanError as error:
        raise InputError(f"{named(name)}: {error}") from None
    except OSError as error:
        raise InputError(f"{named(name)}: a plan file that can be read is needed: {error.strerror}") from None


def bytes_of(name: str, *, most: int) -> bytes:
    """Return what a file or standard input holds, up to one byte more than `most`: then it is too long."""
    if name == STANDARD_INPUT:
        return sys.stdin.buffer.read(most + 1)
    with Path(name).open("rb") as file:
        return file.read(most + 1)
