"""The run line as SVG."""

from collections import Counter
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from planner.core.reporting.blocks import Bar, Picture, Station, Way
from planner.core.reporting.sections.picture import picture
from planner.exports.runline import WIDTH, drawing, drawings
from tests.core.reported import facts
from tests.exports.hostile import reported, texts

SVG = "{http://www.w3.org/2000/svg}"


def drawn(found: Picture) -> ElementTree.Element:
    return ElementTree.fromstring(drawing(found))  # noqa: S314


def words(svg: ElementTree.Element, kind: str) -> list[str]:
    return [text.text or "" for text in svg.iter(f"{SVG}text") if text.get("class") == kind]


def line_of(count: int, *, ways: tuple[Way, ...] = (), bars: tuple[Bar, ...] = ()) -> Picture:
    stations = tuple(Station(number=at, name=f"Step {at}", glyph="own", said="") for at in range(1, count + 1))
    return Picture(name="A line", description="What it shows", stations=stations, bars=bars, ways=ways)


def test_it_shows_numbers_names_glyphs_checkpoints_and_ways_back() -> None:
    svg = drawn(picture(facts("Read < 2min\nDraft ~ 5min\n| holds read, draft\nPay ! 1min\nReport")))
    assert words(svg, "run-number") == ["1", "2", "3", "4"]
    assert words(svg, "run-name") == ["Read", "Draft", "Pay", "Report"]
    assert words(svg, "run-flag-name") == ["A"]
    assert words(svg, "run-label") == [
        "back to the start, up to 7 min",
        "back to A, up to 2 min, 1 action can repeat",
    ]
    assert [use.get("href") for use in svg.iter(f"{SVG}use")] == [
        "#glyph-read",
        "#glyph-own-varies",
        "#glyph-action",
        "#glyph-own",
    ]


def test_it_has_a_name_and_says_in_words_what_it_shows() -> None:
    svg = drawn(line_of(2))
    assert (svg.get("role"), svg.get("aria-labelledby"), svg.get("aria-describedby")) == ("img", "run-name", "run-said")
    assert [(svg[at].tag, svg[at].get("id"), svg[at].text) for at in (0, 1)] == [
        (f"{SVG}title", "run-name", "A line"),
        (f"{SVG}desc", "run-said", "What it shows"),
    ]


@pytest.mark.parametrize(("count", "rows"), [(1, 1), (9, 1), (10, 2), (60, 7), (500, 56)])
def test_a_long_line_goes_on_in_the_next_row(count: int, rows: int) -> None:
    svg = drawn(line_of(count))
    tops = Counter(text.get("y") for text in svg.iter(f"{SVG}text") if text.get("class") == "run-number")
    assert len(tops) == rows
    assert max(tops.values()) <= 9
    assert len(words(svg, "run-number")) == count


def test_a_way_over_several_rows_is_told_once_where_most_of_it_lies() -> None:
    svg = drawn(line_of(12, ways=(Way(first=4, last=11, text="back", repeats=False),)))
    paths = [path for path in svg.iter(f"{SVG}path") if path.get("class") == "run-path"]
    heads = [path for path in svg.iter(f"{SVG}path") if path.get("class") == "run-head"]
    assert (len(paths), len(heads), words(svg, "run-label")) == (2, 1, ["back"])


def test_for_paper_it_is_cut_into_sheets_of_whole_rows() -> None:
    found = line_of(40, ways=(Way(first=0, last=39, text="back to the start", repeats=False),))
    sheets = [ElementTree.fromstring(sheet) for sheet in drawings(found, most_rows=2)]  # noqa: S314
    whole = drawn(found)
    assert [words(sheet, "run-number") for sheet in sheets] == [
        [str(number) for number in range(first, last)] for first, last in ((1, 17), (17, 33), (33, 41))
    ]
    assert [label for sheet in sheets for label in words(sheet, "run-label")] == words(whole, "run-label")
    tops = [float(sheet.get("viewBox", "").split()[1]) for sheet in sheets]
    assert tops == sorted(tops)
    assert [sheet.get("role") for sheet in sheets] == [None] * 3


def test_what_can_repeat_is_marked() -> None:
    ways = (Way(first=0, last=0, text="a", repeats=False), Way(first=1, last=1, text="b", repeats=True))
    kinds = [group.get("class") for group in drawn(line_of(2, ways=ways)).iter(f"{SVG}g")]
    assert kinds == ["run-way", "run-way is-fix"]


def test_checkpoints_at_one_place_share_a_bar_and_unused_ones_look_so() -> None:
    bars = (
        Bar(step=0, name="A", inside=False, unused=True),
        Bar(step=0, name="B", inside=False, unused=False),
        Bar(step=1, name="C", inside=True, unused=True),
    )
    svg = drawn(line_of(2, bars=bars))
    assert words(svg, "run-flag-name") == ["A B", "C"]
    assert [group.get("class") for group in svg.iter(f"{SVG}g")] == ["run-bar", "run-bar is-unused"]


def test_everything_lies_within_the_picture() -> None:
    bars = tuple(Bar(step=at, name=f"checkpoint-{at}", inside=False, unused=False) for at in range(20))
    svg = drawn(line_of(20, bars=bars, ways=(Way(first=0, last=19, text="back to the start", repeats=False),)))
    height = float(svg.get("viewBox", "").split()[-1])
    for flag in svg.iter(f"{SVG}rect"):
        x, y, width = (float(flag.get(name, "nan")) for name in ("x", "y", "width"))
        assert x >= -0.1
        assert x + width <= WIDTH + 0.1
        assert 0 <= y <= height


@settings(max_examples=50)
@given(text=texts())
def test_what_people_write_is_text_in_it_and_nothing_else(text: str) -> None:
    found = reported(text).sections[0].blocks[0]
    assert isinstance(found, Picture)
    svg = drawn(found)
    tags = {element.tag.removeprefix(SVG) for element in svg.iter()}
    assert tags <= {"svg", "title", "desc", "path", "rect", "g", "text", "use"}
