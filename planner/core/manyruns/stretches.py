"""Stretches of a line of places: how many lie on each place, and what lies in each of them."""

from __future__ import annotations

import numpy as np

from planner.core.manyruns.shortcuts import Flags, Ints

MOST_WAITING = 1 << 17
"""How many stretches are counted at once: many sessions of few runs, and never so many as to grow with the sessions."""


class Stretches:
    """Stretches [begin, end) of a line of `size` places, begin <= end, and how many lie on each place."""

    def __init__(self, size: int) -> None:
        self._change = np.zeros(size + 1, np.int64)
        self._begins: list[Ints] = []
        self._ends: list[Ints] = []
        self._waiting = 0

    def add(self, begins: Ints, ends: Ints) -> None:
        """Lay stretches on the line: many at once, or later together with others."""
        if len(begins) > len(self._change):
            self._change += self._counted(begins) - self._counted(ends)
            return
        self._begins.append(begins)
        self._ends.append(ends)
        self._waiting += len(begins)
        if self._waiting > MOST_WAITING:
            self._lay_waiting()

    def _counted(self, places: Ints) -> Ints:
        return np.bincount(places, minlength=len(self._change))

    def _lay_waiting(self) -> None:
        if self._waiting:
            self._change += self._counted(np.concatenate(self._begins)) - self._counted(np.concatenate(self._ends))
        self._begins, self._ends, self._waiting = [], [], 0

    def depth(self) -> Ints:
        """Return, shape (size,), how many stretches lie on each place."""
        self._lay_waiting()
        return np.cumsum(self._change)[:-1]


def spread(first: Ints, stop: Ints) -> tuple[Ints, Ints]:
    """Return every (row, value) with first[row] <= value < stop[row], row by row."""
    rows = np.flatnonzero(stop > first)
    first = first.take(rows)
    lengths = stop.take(rows) - first
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    if total == len(rows):
        return rows, first
    return np.repeat(rows, lengths), np.arange(total) + np.repeat(first - ends + lengths, lengths)


def counted(chosen: Flags) -> Ints:
    """Return, shape (n + 1,), how many of the first i are chosen."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(chosen)])
