"""A report as HTML: one file that stands alone, with what people write as text in it."""

import re
from html.parser import HTMLParser

from hypothesis import given, settings

from planner.core.fingerprint import rule_set
from planner.core.reporting.blocks import Cell, Table, one_line
from planner.core.reporting.remarks import Remarks
from planner.exports.html import document
from tests.core.reported import facts, report
from tests.exports.hostile import reported, texts

DRAWING = "Read < 2min\n|\nPay ! 3min\nReport 1min"
INSIDE = re.compile(r'url\("data:font/woff2;base64,[\w+/=]+"\)|xmlns="http://www.w3.org/2000/svg"')
ADDRESS = re.compile(r"//|url\(|@import")
BENIGN = "plain words"


class Outline(HTMLParser):
    """Which elements and attributes a page has, and its text outside of the style sheet."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.shapes: set[tuple[str, str]] = set()
        self.counts: dict[str, int] = {}
        self.texts: list[str] = []
        self._hidden = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.shapes.update((tag, name) for name, _ in [*attrs, ("", None)])
        self.counts[tag] = self.counts.get(tag, 0) + 1
        self._hidden = tag == "style"

    def handle_endtag(self, tag: str) -> None:
        self._hidden = False

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.texts.append(" ".join(data.split()))


def test_it_is_one_file_that_loads_nothing() -> None:
    page = document(report(DRAWING))
    outline = Outline(page)
    assert page.startswith("<!doctype html>")
    assert not {"script", "link", "img", "iframe", "object", "form"} & outline.counts.keys()
    assert {name for _, name in outline.shapes} & {"src", "style", "srcset"} == set()
    assert ADDRESS.findall(INSIDE.sub("", page)) == []
    assert "default-src 'none'" in page


def test_it_has_the_fonts_that_its_text_needs() -> None:
    assert document(report(DRAWING)).count("data:font/woff2") == 2
    assert document(reported("Łódź")).count("data:font/woff2") == 4


def test_it_holds_everything_that_the_report_says() -> None:
    found = report(DRAWING, Remarks(author="Learner 14"))
    texts_shown = Outline(document(found)).texts
    heads = [section.title for section in found.sections]
    assert list(dict.fromkeys(text for text in texts_shown if text in heads)) == heads
    assert [found.title, found.conclusion] == [text for text in texts_shown if text in (found.title, found.conclusion)]
    assert {"Author: Learner 14", f"Checked with rule set {rule_set()}"} <= set(texts_shown)
    table = found.sections[1].blocks[0]
    assert isinstance(table, Table)
    cells = [cell for row in table.rows for cell in row]
    assert {line for cell in cells for line in _lines(cell)} <= set(texts_shown)


def _lines(cell: Cell) -> tuple[str, ...]:
    return (cell.text, *cell.notes)


def test_its_headings_begin_with_one_title_and_skip_no_level() -> None:
    counts = Outline(document(report(DRAWING))).counts
    assert (counts["h1"], counts["h2"], counts.get("h4", 0)) == (1, 8, 0)


def test_a_table_is_one_when_read_aloud_even_where_it_folds() -> None:
    page = document(report(DRAWING))
    assert page.count('role="table"') == Outline(page).counts["table"]
    assert page.count('scope="row"') == page.count('role="rowheader"')


def test_a_tone_is_an_icon_and_words_never_colour_alone() -> None:
    page = document(report("Pay ! 3min\nReport 1min\ninterrupted: exactly 1"))
    twice = facts("Pay ! 3min\nReport 1min\ninterrupted: exactly 1").runs_with_twice("pay")
    assert (
        '<span class="is-said is-fix"><svg class="icon" aria-hidden="true"><use href="#icon-fix" /></svg>'
        f"Happened twice in {twice} of 200 interrupted runs</span>"
    ) in page


@settings(max_examples=60)
@given(text=texts())
def test_what_people_write_is_text_in_it_and_nothing_else(text: str) -> None:
    hostile, benign = Outline(document(reported(text))), Outline(document(reported(BENIGN)))
    assert hostile.shapes <= benign.shapes
    assert {**hostile.counts, "text": 0, "small": 0} == {**benign.counts, "text": 0, "small": 0}
    shown = one_line(text)
    assert not shown or shown in hostile.texts
