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
NAME_HEADINGS = ("name", "full name", "learner", "student")
FIRST_NAME_HEADINGS = ("first name", "given name")
LAST_NAME_HEADINGS = ("last name", "surname", "family name")
NUMBER_HEADINGS = ("sis user id", "id number", "student number", "student id", "number", "id")
"""What a first line calls the columns, as Canvas and Moodle do it, too; where it has several, the first of these."""

CANVAS_TOTAL = "points possible"
"""The line of a gradebook of Canvas that is no learner."""

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

    The first line may name the columns, as the lists of Canvas and Moodle do; else the first is the name, the second
    the number. Commas, semicolons and tabs separate.
    """
    text = _text(content)
    rows = _rows(text)
    require(len(rows) <= MOST_LINES, "", f"a list has at most {MOST_LINES:,} lines")
    entries = list(_entries(rows, _columns([cell.strip().casefold() for cell in rows[0]] if rows else [])))
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


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where a name stands, in one cell or two, and a number, and whether the first line says so."""

    names: tuple[int, ...] = (0,)
    number: int = 1
    has_headings: bool = False
    last_name_first: bool = False


def _columns(headings: Sequence[str]) -> _Columns:
    whole = _place(headings, NAME_HEADINGS)
    parts = tuple(_place(headings, names) for names in (FIRST_NAME_HEADINGS, LAST_NAME_HEADINGS))
    number = _place(headings, NUMBER_HEADINGS)
    if whole >= 0:
        return _Columns((whole,), number, True, last_name_first=headings[whole] == "student")
    return _Columns(parts, number, True) if min(parts) >= 0 else _Columns()


def _place(headings: Sequence[str], wanted: Sequence[str]) -> int:
    """Return where the first of some headings stands that is there at all; -1 for none."""
    return next((headings.index(heading) for heading in wanted if heading in headings), -1)


def _entries(rows: Sequence[Sequence[str]], columns: _Columns) -> Iterator[Entry]:
    """Yield name and number of each line that is not empty; PlanError for one that cannot be."""
    lines: dict[str, int] = {}
    skip = int(columns.has_headings)
    for line, row in enumerate(rows[skip:], skip + 1):
        name, number = _name(row, columns), _cell(row, columns.number)
        if not any(cell.strip() for cell in row) or (columns.last_name_first and name.casefold() == CANVAS_TOTAL):
            continue
        require(bool(name), f"line {line}", "a name is missing")
        _require_short(name, MOST_CHARACTERS_OF_A_NAME, f"line {line}", "a name")
        _require_short(number, MOST_CHARACTERS_OF_A_NUMBER, f"line {line}", "a number")
        first = lines.setdefault(number, line) if number else line
        require(first == line, f"line {line}", f"number {shown(number)} stands in line {first} already")
        yield name, number


def _require_short(text: str, most: int, path: str, what: str) -> None:
    require(len(text) <= most, path, f"{what} has at most {most} characters")


def _name(row: Sequence[str], columns: _Columns) -> str:
    """Return a name as people say it: “Lee, Kim” of Canvas is Kim Lee."""
    name = " ".join(filter(None, (_cell(row, at) for at in columns.names)))
    last, comma, first = name.partition(", ")
    return f"{first} {last}" if columns.last_name_first and comma and ", " not in first else name


def _cell(row: Sequence[str], at: int) -> str:
    return row[at].strip() if 0 <= at < len(row) else ""
