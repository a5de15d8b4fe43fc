"""Text that a plan may hold."""

import pytest

from planner.core.errors import PlanError
from planner.core.files.text import clean_text


@pytest.mark.parametrize("text", ["", "plain", "line\n\ttab", "Ünïcode → 書く", "👩🏽‍🚀", "\u200f\u202e"])
def test_text_that_is_composed_already_stays_as_it_is(text: str) -> None:
    assert clean_text(text) == text


def test_text_is_composed() -> None:
    assert clean_text("e\u0301 \u1112\u1161\u11ab") == "\u00e9 \ud55c"


@pytest.mark.parametrize("code", [0x00, 0x07, 0x0D, 0x1B, 0x7F, 0x85, 0xD800, 0xDFFF, 0xFFFE, 0xFFFF])
def test_a_character_that_a_database_a_terminal_or_a_page_cannot_carry_is_refused(code: int) -> None:
    with pytest.raises(PlanError) as caught:
        clean_text(f"ab{chr(code)}")
    words = "text without control characters or halves of characters, not U+{:04X} at character 3"
    assert str(caught.value) == words.format(code)


def test_thirty_combining_marks_in_a_row_pass_and_one_more_does_not() -> None:
    assert clean_text("x" + "\u0301" * 30) == "x" + "\u0301" * 30
    with pytest.raises(PlanError, match="text with at most 30 combining marks in a row"):
        clean_text("x" + "\u0301" * 31)
