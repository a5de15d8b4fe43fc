"""Times are read as people write them and written so that they are read again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.core.times import MAX_SECONDS
from planner.web.forms.duration import read_duration, write_duration


@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [
        ("25 min", 1_500_000),
        ("1 h 30", 5_400_000),
        ("1h30m", 5_400_000),
        ("1 h, 20 min and 4 s", 4_804_000),
        ("4 s", 4_000),
        ("0.5 s", 500),
        ("0,5 s", 500),
        ("1.5 h", 5_400_000),
        ("2 d 3", 183_600_000),
        (" 90 Minutes ", 5_400_000),
        ("1 hr. 5 min.", 3_900_000),
        ("0 s", 0),
        ("0.0004 s", 0),
    ],
)
def test_it_reads_what_people_write(text: str, milliseconds: int) -> None:
    assert read_duration(text) == milliseconds


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Write a time with its unit"),
        ("soon", "Write a time with its unit"),
        ("-3 s", "Write a time with its unit"),
        ("4 s!", "Write a time with its unit"),
        ("3 weeks", "Write a time with its unit"),
        ("٣ s", "Write a time with its unit"),
        ("90", "Say which unit: “90 s”, “90 min”, “90 h” or “90 d”."),
        ("4 s 5", "Say which unit: “5 s”, “5 min”, “5 h” or “5 d”."),
        ("5 min 1 h", "Name each unit once, the largest first"),
        ("1 min 2 min", "Name each unit once, the largest first"),
        (f"{MAX_SECONDS} s 1", "Say which unit"),
        (f"{MAX_SECONDS + 1} s", "longer than thirty years"),
        ("9" * 40 + " d", "longer than thirty years"),
    ],
)
def test_it_says_what_would_be_right(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_duration(text)


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (0, "0 s"),
        (5_400_000, "1 h 30 min"),
        (90_061_500, "1 d 1 h 1 min 1.5 s"),
        (1, "0.001 s"),
        (100_000, "1 min 40 s"),
    ],
)
def test_it_writes_every_unit_that_is_not_zero(milliseconds: int, text: str) -> None:
    assert write_duration(milliseconds) == text


@given(st.integers(0, MAX_SECONDS * 1_000))
def test_what_is_written_is_read_again(milliseconds: int) -> None:
    assert read_duration(write_duration(milliseconds)) == milliseconds


@given(st.text(max_size=30))
def test_any_text_is_a_time_or_says_what_would_be_right(text: str) -> None:
    try:
        assert read_duration(text) >= 0
    except ValueError as error:
        assert str(error).endswith(".")  # noqa: PT017
