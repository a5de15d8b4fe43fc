"""The blocks of a report hold one-line texts."""

import pytest

from planner.core.reporting.blocks import Cell, Listing, Prose, Section, Station, Table, one_line


def test_line_breaks_become_spaces() -> None:
    assert one_line(" two\n\nlines\tand\u00a0more\u2028") == "two lines and more"


def test_what_turns_the_direction_of_a_text_or_is_not_seen_goes() -> None:
    assert one_line("a\u202eb\u2066c\u200bd\x07e\u00adf") == "abcdef"


def test_joiners_stay_since_some_scripts_need_them() -> None:
    assert one_line(" \u0645\u06cc\u200c\u062e\n") == "\u0645\u06cc\u200c\u062e"


def test_every_block_holds_its_texts_that_way() -> None:
    wild, tame = "a\u202e\nb", "a b"
    assert Cell(wild, (wild, "\n")) == Cell(tame, (tame,))
    assert Prose(wild, wild) == Prose(tame, tame)
    assert Listing((wild, " ")) == Listing((tame,))
    assert Section(key="k", title=wild) == Section(key="k", title=tame)
    assert Station(number=1, name=wild, glyph="own", said="") == Station(number=1, name=tame, glyph="own", said="")


def test_a_table_without_a_cell_for_each_head_cannot_be_built() -> None:
    with pytest.raises(ValueError, match="a row has one cell for each of 2 heads"):
        Table(name="Table", head=("a", "b"), rows=((Cell("1"),),), widths=(1, 1))
