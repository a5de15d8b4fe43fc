"""A chart draws what its table says, in shapes without a colour, and lets no text out of its place."""

from xml.etree import ElementTree

import pytest

from planner.charts import MOST_FIGURES, Bar, Grid, Histogram, Mark, Table, Tile

BARS = (
    Bar(upper=10, name="0 to under 10 min", counted=40),
    Bar(upper=20, name="10 to under 20 min", counted=0),
    Bar(upper=30, name="20 min or more", counted=10),
)


def histogram(bars: tuple[Bar, ...] = BARS, *, marks: tuple[Mark, ...] = (), title: str = "Work repeated") -> Histogram:
    return Histogram(
        key="lost",
        title=title,
        description="Half repeated 4 min or less.",
        bars=bars,
        ticks=("0", "10 min", "20 min", "more")[: len(bars) + 1],
        head=("Work repeated", "Runs"),
        marks=marks,
    )


def drawn(chart: Histogram | Grid) -> ElementTree.Element:
    svg = ElementTree.fromstring(chart.svg)  # noqa: S314 -- our own text
    for shape in svg.iter():
        shape.tag = shape.tag.removeprefix("{http://www.w3.org/2000/svg}")
    return svg


def numbers(chart: Histogram, tag: str, kind: str, *names: str) -> list[tuple[float, ...]]:
    shapes = [shape for shape in drawn(chart).iter(tag) if shape.get("class") == kind]
    return [tuple(float(shape.attrib[name]) for name in names) for shape in shapes]


def test_the_table_says_every_bar_the_empty_one_too() -> None:
    rows = (("0 to under 10 min", "40"), ("10 to under 20 min", "0"), ("20 min or more", "10"))
    assert histogram().table == Table(head=("Work repeated", "Runs"), rows=rows)


def test_a_bar_is_as_high_as_its_share_of_the_highest() -> None:
    (_, tallest), (_, other) = numbers(histogram(), "rect", "chart-bar", "x", "height")
    assert other == pytest.approx(tallest / 4, abs=0.1)


def test_bars_lie_side_by_side_and_an_empty_one_leaves_its_place() -> None:
    (first, width), (third, _) = numbers(histogram(), "rect", "chart-bar", "x", "width")
    assert third - first == pytest.approx(2 * (width + 2), abs=0.2)


def test_it_has_a_name_and_a_description_for_those_who_do_not_see_it() -> None:
    svg = drawn(histogram())
    assert (svg.get("role"), svg.get("aria-labelledby"), svg.get("aria-describedby")) == (
        "img",
        "lost-title",
        "lost-desc",
    )
    assert [(part.get("id"), part.text) for part in svg if part.tag in ("title", "desc")] == [
        ("lost-title", "Work repeated"),
        ("lost-desc", "Half repeated 4 min or less."),
    ]


def test_it_carries_no_colour_and_no_style_of_its_own() -> None:
    marks = (Mark(at=12, text="typical"), Mark(at=5, text="you said 5 min", is_prediction=True))
    shapes = [shape for shape in drawn(histogram(marks=marks)).iter() if shape.tag not in ("svg", "title", "desc")]
    assert {name for shape in shapes for name in shape.attrib} & {"style", "fill", "stroke", "onclick"} == set()


@pytest.mark.parametrize(
    ("at", "share"),
    [(0, 0), (5, 1 / 6), (10, 1 / 3), (25, 5 / 6), (30, 1), (1_000, 1)],
)
def test_a_mark_stands_at_its_value_and_never_outside(at: float, share: float) -> None:
    chart = histogram(marks=(Mark(at=at, text="here"),))
    (mark,) = (shape.attrib["d"] for shape in drawn(chart).iter("path") if shape.get("class") == "chart-mark")
    assert float(mark[1:].split()[0]) == pytest.approx(40 + share * 470, abs=0.1)


def test_a_prediction_is_drawn_apart_from_what_was_measured() -> None:
    chart = histogram(marks=(Mark(at=12, text="typical"), Mark(at=5, text="you said", is_prediction=True)))
    kinds = [shape.get("class") for shape in drawn(chart).iter("path")]
    assert kinds.count("chart-mark") == kinds.count("chart-mark is-prediction") == 1


def test_text_stays_text() -> None:
    chart = histogram(title='<script>"&', marks=(Mark(at=1, text="<b>"),))
    svg = drawn(chart)
    assert "<script>" not in chart.svg
    assert [svg[0].text, *(part.text for part in svg.iter("text") if part.get("class"))] == ['<script>"&', "<b>"]


def test_few_ticks_are_written_however_many_bars_there_are() -> None:
    bars = tuple(Bar(upper=at + 1, name=str(at), counted=at) for at in range(15))
    chart = Histogram(
        key="k", title="t", description="d", bars=bars, ticks=tuple(map(str, range(16))), head=("Value", "Runs")
    )
    assert [part.text for part in drawn(chart).iter("text") if part.get("y") == "190.0"] == [
        "0",
        "3",
        "6",
        "9",
        "12",
        "15",
    ]


def test_nothing_counted_is_an_empty_chart() -> None:
    chart = histogram((Bar(upper=1, name="0", counted=0),))
    assert [shape.get("class") for shape in drawn(chart).iter("rect")] == []


LEVELS = ((0, 1), (2, 3), (4, 0))


def grid(columns: int = 2, *, text: str = "1.5×", across: str = "10 min") -> Grid:
    rows = [[Tile(text=text, level=level) for level in levels] for levels in LEVELS]
    rows[-1][-1] = Tile(text="no end", level=0, is_crossed=True)
    return Grid(
        key="grid",
        title="Time to finish",
        description="In 2 of 6 places it takes twice as long.",
        down=("5 h", "1 h", "5 min"),
        across=(across,) * columns,
        down_title="A restart about every",
        across_title="A session ends after",
        tiles=tuple(tuple((row * columns)[:columns]) for row in rows),
    )


def kinds(chart: Grid, tag: str, of: str) -> list[str]:
    classes = [shape.get("class", "") for shape in drawn(chart).iter(tag)]
    return [kind.removeprefix(f"{of} ") for kind in classes if kind.split(" ")[0] == of]


def test_a_grid_has_a_tile_for_each_place_as_dark_as_its_level() -> None:
    levels = ["is-level-0", "is-level-1", "is-level-2", "is-level-3", "is-level-4", "is-crossed"]
    assert kinds(grid(), "rect", "tile") == levels
    assert kinds(grid(), "text", "tile-figure") == levels


def test_the_tiles_of_few_columns_have_their_figures_and_those_of_many_a_square_that_grows() -> None:
    few, many = grid(MOST_FIGURES), grid(MOST_FIGURES + 1)
    assert (len(kinds(few, "text", "tile-figure")), kinds(few, "rect", "tile-mark")) == (3 * MOST_FIGURES, [])
    assert kinds(many, "text", "tile-figure") == []
    marks = [shape for shape in drawn(many).iter("rect") if "tile-mark" in shape.get("class", "")]
    widths = {shape.attrib["class"][-1]: float(shape.attrib["width"]) for shape in marks}
    assert sorted(widths, key=lambda level: widths[level]) == list("01234")
    crosses = [shape for shape in drawn(many).iter("path") if shape.get("class") == "tile-cross"]
    assert len(crosses) + len(marks) == 3 * (MOST_FIGURES + 1)


def test_tiles_lie_side_by_side_within_the_drawing() -> None:
    svg = drawn(grid())
    places = [(float(one.attrib["x"]), float(one.attrib["y"])) for one in svg.iter("rect")]
    width, height = map(float, svg.attrib["viewBox"].split()[2:])
    assert len(set(places)) == 6
    assert all(0 < x < width and 0 < y < height for x, y in places)


def test_a_grid_names_its_rows_some_of_many_columns_and_itself() -> None:
    words = [text.text for text in drawn(grid(20, across="7 h")).iter("text")]
    assert (words.count("7 h"), [word for word in ("5 h", "1 h", "5 min") if word in words]) == (
        5,
        ["5 h", "1 h", "5 min"],
    )
    svg = drawn(grid())
    assert (svg.get("role"), svg[0].text, svg[1].text) == (
        "img",
        "Time to finish",
        "In 2 of 6 places it takes twice as long.",
    )


def test_a_grid_carries_no_colour_and_lets_no_text_out() -> None:
    chart = grid(text="<b>", across='"&')
    shapes = [shape for shape in drawn(chart).iter() if shape.tag not in ("svg", "title", "desc")]
    assert {name for shape in shapes for name in shape.attrib} & {"style", "fill", "stroke", "onclick"} == set()
    assert "<b>" not in chart.svg
