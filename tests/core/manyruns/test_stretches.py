"""Stretches on a line are counted as one by one, however many come at once."""

from __future__ import annotations

import numpy as np
import pytest

from planner.core.manyruns.stretches import MOST_WAITING, Stretches, counted, spread

RNG = np.random.default_rng(1)


@pytest.mark.parametrize("sizes", [[3, 0, 40, 2], [1] * 200, [MOST_WAITING // 8] * 20], ids=["few", "one each", "many"])
@pytest.mark.parametrize("line", [10, MOST_WAITING // 4], ids=["a short line", "a long line"])
def test_each_place_knows_how_many_stretches_lie_on_it(sizes: list[int], line: int) -> None:
    stretches, depth = Stretches(line), np.zeros(line + 1, np.int64)
    for size in sizes:
        begins = RNG.integers(0, line + 1, size)
        ends = np.minimum(begins + RNG.integers(0, 5, size), line)
        stretches.add(begins, ends)
        np.add.at(depth, begins, 1)
        np.subtract.at(depth, ends, 1)
    assert stretches.depth().tolist() == np.cumsum(depth)[:-1].tolist()


@pytest.mark.parametrize("longest", [1, 2, 6])
def test_spreading_gives_every_value_of_every_row(longest: int) -> None:
    first = RNG.integers(0, 9, 50)
    stop = first + RNG.integers(-2, longest + 1, 50)
    row, value = spread(first, stop)
    expected = [(at, n) for at, (low, high) in enumerate(zip(first, stop, strict=True)) for n in range(low, high)]
    assert list(zip(row.tolist(), value.tolist(), strict=True)) == expected


def test_what_is_chosen_is_counted_before_each_place_and_the_end() -> None:
    assert counted(np.array([True, False, True])).tolist() == [0, 1, 1, 2]
