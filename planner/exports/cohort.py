"""The hand-ins of a class before and after, as CSV (UTF-8, marked for spreadsheets): one row for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from planner.exports.csv import written

MEANS = {"wall": "mean seconds to the end", "lost": "mean seconds of work done again", "duplicates": "actions twice"}
"""The means of one run by their names, and what their columns are called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """How a plan stands: findings by the code of their rule, and what `runs` runs under `seed` came to.

    `finished` is the share of runs that end. Without runs it is known that none does, and nothing was measured.
    """

    codes: dict[str, int]
    runs: int
    seed: int
    finished: float
    means: dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One hand-in by the number of its learner: as it was handed in, and as it is under other assumptions."""

    number: int
    then: State
    now: State

    @property
    def new(self) -> list[str]:
        """The codes that are found only now."""
        return sorted(self.now.codes.keys() - self.then.codes.keys())

    @property
    def gone(self) -> list[str]:
        """The codes that are no longer found."""
        return sorted(self.then.codes.keys() - self.now.codes.keys())


_OF_STATE = ("findings", "runs", "seed", "share of runs that end", *MEANS.values())
HEAD = (
    "learner",
    "found only now",
    "no longer found",
    *(f"{name}, {when}" for name in _OF_STATE for when in ("handed in", "now")),
)


def document(lines: Iterable[Line]) -> Iterator[bytes]:
    """Yield the file in pieces: a row of heads, then one for each hand-in; what was not measured is an empty cell."""
    yield written([HEAD])
    for line in lines:
        yield written([_row(line)], begins_file=False)


def _row(line: Line) -> list[str]:
    pairs = zip(_cells(line.then), _cells(line.now), strict=True)
    return [str(line.number), " ".join(line.new), " ".join(line.gone), *(cell for pair in pairs for cell in pair)]


def _cells(state: State) -> list[str]:
    codes = " ".join(code if count == 1 else f"{code}×{count}" for code, count in sorted(state.codes.items()))
    means = [f"{state.means[name]:.6g}" if name in state.means else "" for name in MEANS]
    return [codes, str(state.runs), str(state.seed), f"{state.finished:.6g}", *means]
