"""Numbers as only the pages say them."""

import pytest

from planner.web.quantities import ordinal


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
