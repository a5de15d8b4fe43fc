"""A ruler says of each time what bisection would say, however its marks lie."""

from __future__ import annotations

import numpy as np
import pytest

from planner.core.manyruns.ruler import Ints, Ruler

RNG = np.random.default_rng(1)
MARKS = {
    "multiples of one width": np.sort(RNG.integers(0, 300, 200)) * 30_000,
    "multiples of one width, the first not nought": np.arange(3, 90) * 500,
    "multiples of a width too small for the cells": np.sort(RNG.integers(0, 1 << 30, 2_000)),
    "several in a cell": np.array([0, 1, 2, 3, 1 << 30]),
    "too many in a cell": np.array([*range(50), 1 << 30]),
    "all at once": np.array([7, 7, 7]),
    "all at nought": np.array([0, 0]),
}


@pytest.mark.parametrize("marks", MARKS.values(), ids=MARKS.keys())
def test_a_time_is_told_by_the_marks_at_or_before_it(marks: Ints) -> None:
    told = RNG.permutation(len(marks) + 1)
    around = np.concatenate([marks, marks + 1, marks - 1, RNG.integers(0, int(marks[-1]) + 1, 10_000)])
    times = around[(around >= 0) & (around <= marks[-1])]
    expected = told[np.searchsorted(marks, times, side="right")]
    assert Ruler(marks, told).read(times).tolist() == expected.tolist()
