"""Words are broken so that they fit into a drawing."""

from hypothesis import given
from hypothesis import strategies as st

from planner.exports.lettering import lines_of, width_em


def test_words_fill_lines_in_order() -> None:
    assert lines_of("Match donors to records", most_em=8, most_lines=3) == ("Match donors to", "records")


def test_what_does_not_fit_ends_in_dots() -> None:
    assert lines_of("Coordinator approves the letters", most_em=6.6, most_lines=2) == ("Coordinator", "approves t…")


def test_a_word_too_long_for_a_line_is_cut() -> None:
    assert lines_of("Donaudampfschifffahrt", most_em=5, most_lines=2) == ("Donaud…",)


def test_nothing_to_say_needs_no_line() -> None:
    assert lines_of(" ", most_em=5, most_lines=2) == ()


def test_wide_letters_are_wider_than_narrow_ones() -> None:
    assert width_em("ill") < width_em("abc") < width_em("MWM") < width_em("中文字")
    assert width_em("e\u0301") == width_em("e")


@given(text=st.text(), most_em=st.floats(2, 20), most_lines=st.integers(1, 4))
def test_lines_always_fit(text: str, most_em: float, most_lines: int) -> None:
    lines = lines_of(text, most_em=most_em, most_lines=most_lines)
    assert len(lines) <= most_lines
    assert all(width_em(line) <= most_em for line in lines)
