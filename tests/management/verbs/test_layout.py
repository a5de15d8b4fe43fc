"""Columns, times and numbers for people."""

import pytest

from planner.management.verbs.layout import aligned, number, share, span


def test_columns_stand_to_the_right_but_for_those_that_are_text() -> None:
    rows = [("step", "mean", "note"), ("mail", "6.11", ""), ("receipt", "0", "guarded")]
    assert aligned(rows, left=(0, 2)) == ["step     mean  note", "mail     6.11", "receipt     0  guarded"]


def test_no_rows_are_no_lines() -> None:
    assert aligned([]) == []


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 s"),
        (0.0004, "0 s"),
        (0.39714, "0.397 s"),
        (41.876, "41.9 s"),
        (59.999, "1 min"),
        (100.4, "1 min 40 s"),
        (19_522.7, "5 h 25 min"),
    ],
)
def test_times_have_two_units_and_three_digits(seconds: float, words: str) -> None:
    assert span(seconds) == words


@pytest.mark.parametrize(
    ("value", "words"), [(0.0, "0"), (48.0, "48"), (1.6741, "1.67"), (0.00466, "0.00466"), (12_345.6, "12,346")]
)
def test_numbers_have_three_significant_digits(value: float, words: str) -> None:
    assert number(value) == words


def test_shares_are_in_percent() -> None:
    assert [share(value) for value in (0, 0.1484, 1)] == ["0.0 %", "14.8 %", "100.0 %"]
