"""The grades of a class as CSV, as Canvas and Moodle import them (UTF-8, marked for spreadsheets)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from planner.exports.csv import plain, written

CANVAS_HEAD = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
MOODLE_HEAD = ("ID number", "Username", "Full name", "Learner", "Hand-ins", "State")


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade:
    """What one learner has come to; `points` are by the criteria, None where none were given.

    `number` is the school's, `login` the account's name, `learner` what reviewers see instead of the name.
    """

    name: str
    number: str = ""
    login: str = ""
    learner: str = ""
    hand_ins: int = 0
    state: str = ""
    points: tuple[int | None, ...] = ()

    @property
    def total(self) -> int | None:
        """The sum of the points; None where none were given."""
        given = [points for points in self.points if points is not None]
        return sum(given) if given else None


def canvas(title: str, *, most: int, grades: Iterable[Grade]) -> bytes:
    """Return the totals as one assignment called `title`, of at most `most` points.

    Where none is given the cell is empty, and Canvas keeps what it has.
    """
    rows = [[plain(one.name), "", plain(one.number), plain(one.login), "", _said(one.total)] for one in grades]
    possible = ["Points Possible", "", "", "", "", str(most)]
    return written([[*CANVAS_HEAD, plain(title)], possible, *rows])


def moodle(title: str, *, criteria: Sequence[str], grades: Iterable[Grade]) -> bytes:
    """Return the points by each criterion and their sum, which is called `title`."""
    rows = [
        [
            plain(one.number),
            plain(one.login),
            plain(one.name),
            one.learner,
            str(one.hand_ins),
            one.state,
            *map(_said, one.points),
            _said(one.total),
        ]
        for one in grades
    ]
    return written([[*MOODLE_HEAD, *map(plain, criteria), plain(title)], *rows])


def _said(points: int | None) -> str:
    return "" if points is None else str(points)
