"""The list of learners that a class expects: a table of names and school numbers, read and compared."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from planner.core.errors import PlanError, require, shown
from planner.services.classes.members import MOST_CHARACTERS_OF_A_NAME
from planner.services.draft import tidy_text

if TYPE_CHECKING:
    from planner.models import Classroom

MOST_BYTES = 500_000
MOST_LINES = 2_000
MOST_CHARACTERS_OF_A_NUMBER = 64
NAME_HEADINGS = ("name", "student", "learner", "full name")
NUMBER_HEADINGS = ("number", "id", "student id", "student number")

Entry = tuple[str, str]
"""A name and a school number, which may be empty."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What taking a list would do: names that are new, names that change (old, new), and how many stay."""

    new: tuple[Entry, ...]
    renamed: tuple[tuple[str, str], ...]
    known: int


def read_roster(content: bytes | str) -> list[Entry]:
    """Read a CSV file with a column of names and one of numbers; PlanError names the line.

    The first line may name the columns; else the first is the name, the second the number. Commas, semicolons and tabs
    separate.
    """
    text = _text(content)
    rows = _rows(text)
    require(len(rows) <= MOST_LINES, "", f"a list has at most {MOST_LINES:,} lines")
    name_at, number_at, has_headings = _columns([cell.strip().casefold() for cell in rows[0]] if rows else [])
    entries = list(_entries(rows, name_at=name_at, number_at=number_at, skip=int(has_headings)))
    require(bool(entries), "", "the list has no names; one on each line, with a number after a comma if there is one")
    return list(dict.fromkeys(entries))


def write_roster(entries: Sequence[Entry]) -> str:
    """Return a list as `read_roster` takes it."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([("name", "number"), *entries])
    return text.getvalue()


def preview(classroom: Classroom, entries: Sequence[Entry]) -> Preview:
    """Return what `members.import_roster` would do with a list, in one query."""
    known = list(classroom.roster.values_list("name", "number"))
    by_number = {number: name for name, number in known if number}
    unnumbered = {name for name, number in known if not number}
    new = tuple(one for one in entries if one[1] not in by_number and (one[1] or one[0] not in unnumbered))
    renamed = tuple(
        (by_number[number], name) for name, number in entries if number in by_number and by_number[number] != name
    )
    return Preview(new=new, renamed=renamed, known=len(entries) - len(new) - len(renamed))


def _text(content: bytes | str) -> str:
    if isinstance(content, str):
        return tidy_text(content).removeprefix("\ufeff")
    require(len(content) <= MOST_BYTES, "", f"a list has at most {MOST_BYTES:,} bytes")
    try:
        return tidy_text(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise PlanError("", "the file is not UTF-8; save it as “CSV UTF-8” and send it again") from None


def _rows(text: str) -> list[list[str]]:
    try:
        return list(csv.reader(text.split("\n"), delimiter=_delimiter(text)))
    except csv.Error:
        raise PlanError("", "the file is no table; one name on each line, with a number after a comma") from None


def _delimiter(text: str) -> str:
    """Return what separates the columns: what the first line has most of."""
    first = text.partition("\n")[0]
    return max(",;\t", key=first.count)


def _columns(headings: Sequence[str]) -> tuple[int, int, bool]:
    """Return where the name and the number stand, and whether the first line says so."""
    name_at = next((at for at, heading in enumerate(headings) if heading in NAME_HEADINGS), None)
    if name_at is None:
        return 0, 1, False
    number_at = next((at for at, heading in enumerate(headings) if heading in NUMBER_HEADINGS), -1)
    return name_at, number_at, True


def _entries(rows: Sequence[Sequence[str]], *, name_at: int, number_at: int, skip: int) -> Iterator[Entry]:
    """Yield name and number of each line that is not empty; PlanError for one that cannot be."""
    lines: dict[str, int] = {}
    for line, row in enumerate(rows[skip:], skip + 1):
        if not any(cell.strip() for cell in row):
            continue
        name, number = _cell(row, name_at), _cell(row, number_at)
        require(bool(name), f"line {line}", "a name is missing")
        require(
            len(name) <= MOST_CHARACTERS_OF_A_NAME,
            f"line {line}",
            f"a name has at most {MOST_CHARACTERS_OF_A_NAME} characters",
        )
        require(
            len(number) <= MOST_CHARACTERS_OF_A_NUMBER,
            f"line {line}",
            f"a number has at most {MOST_CHARACTERS_OF_A_NUMBER} characters",
        )
        first = lines.setdefault(number, line) if number else line
        require(first == line, f"line {line}", f"number {shown(number)} stands in line {first} already")
        yield name, number


def _cell(row: Sequence[str], at: int) -> str:
    return row[at].strip() if 0 <= at < len(row) else ""
