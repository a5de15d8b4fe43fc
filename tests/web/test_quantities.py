"""How often, and the how manieth."""

import pytest

from planner.web.quantities import ordinal, times


@pytest.mark.parametrize(("number", "said"), [(1, "once"), (2, "twice"), (3, "3 times"), (1_000, "1,000 times")])
def test_how_often(number: int, said: str) -> None:
    assert times(number) == said


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (112, "112th"),
    ],
)
def test_the_how_manieth(number: int, said: str) -> None:
    assert ordinal(number) == said
