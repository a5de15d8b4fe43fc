"""A report as PDF: its words in order, its title, language and tags, and what people write as text in it."""

import io
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from planner.core.fingerprint import in_groups
from planner.core.report import Report
from planner.core.reporting.blocks import Cell, Listing, Pairs, Picture, Prose, Section, Table, one_line
from planner.core.reporting.remarks import Remarks
from planner.exports.pdf import HERE, MISSING, MISSING_NOTE, document
from tests.core.reported import facts, report
from tests.exports.hostile import reported, texts

DRAWING = "Read < 2min\n|\nPay ! 3min [record, intent, lookup]\nReport 1min\ninterrupted: restart 10min"
BENIGN = "plain words"


@cache
def made() -> bytes:
    return document(report(DRAWING, Remarks(author="Learner 14", version=9)))


def read(data: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(data), strict=True)


def words(data: bytes) -> str:
    """The text of all pages in their order, with single spaces, feet of pages left out."""
    pages = [page.extract_text() for page in read(data).pages]
    return " ".join(" ".join(pages).split())


def elements(data: bytes) -> Iterator[DictionaryObject]:
    """The tags of a document, outer before inner."""
    root: Any = read(data).trailer["/Root"]
    waiting: list[Any] = [root["/StructTreeRoot"]]
    while waiting:
        one = waiting.pop(0).get_object()
        if isinstance(one, list):
            waiting = [*one, *waiting]
        elif isinstance(one, dict):
            if "/S" in one:
                yield DictionaryObject(one)
            waiting = [one["/K"], *waiting] if "/K" in one else waiting


def tags(data: bytes) -> Counter[str]:
    return Counter(str(element["/S"]) for element in elements(data))


def test_it_has_a_title_that_a_reader_shows_and_a_language() -> None:
    pdf = read(made())
    root: Any = pdf.trailer["/Root"]
    assert pdf.metadata is not None
    assert (pdf.metadata.title, root["/Lang"], root["/ViewerPreferences"]["/DisplayDocTitle"]) == (
        "Sketch",
        "en-GB",
        True,
    )


def test_it_claims_pdf_ua_and_is_tagged() -> None:
    root: Any = read(made()).trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert b"<pdfuaid:part>1</pdfuaid:part>" in root["/Metadata"].get_data()


def test_headings_tables_lists_and_the_picture_are_what_they_are() -> None:
    found = report(DRAWING)
    count = tags(document(found))
    blocks = list(_blocks(found))
    sections = found.sections
    assert count["/H1"] == len(sections)
    assert count["/H2"] == sum(len(section.parts) for section in sections)
    assert count["/Table"] == sum(isinstance(block, Table) for block in blocks)
    assert count["/TH"] == sum(len(block.head) for block in blocks if isinstance(block, Table))
    assert count["/TD"] == sum(len(row) for block in blocks if isinstance(block, Table) for row in block.rows)
    assert count["/L"] == sum(isinstance(block, Listing | Pairs) for block in blocks)
    assert count["/Figure"] == 1


def _blocks(found: Report) -> Iterator[Prose | Listing | Table | Pairs | Picture]:
    for section in found.sections:
        yield from section.blocks
        for part in section.parts:
            yield from part.blocks


def test_the_picture_says_in_words_what_it_shows() -> None:
    picture = report(DRAWING).sections[0].blocks[0]
    assert isinstance(picture, Picture)
    figures = [str(element["/Alt"]) for element in elements(made()) if str(element["/S"]) == "/Figure"]
    assert figures == [picture.description]


def test_a_long_picture_goes_on_from_page_to_page_and_is_read_aloud_once() -> None:
    found = report("\n".join(f"Step {number}" for number in range(1, 131)))
    data = document(found)
    picture = found.sections[0].blocks[0]
    assert isinstance(picture, Picture)
    alts = [str(element["/Alt"]) for element in elements(data) if str(element["/S"]) == "/Figure"]
    assert alts == [picture.description]
    assert "Step 5" in read(data).pages[0].extract_text()
    assert "Step 60" in read(data).pages[1].extract_text()


def test_its_words_come_in_the_order_of_the_report() -> None:
    found = report(DRAWING, Remarks(author="Learner 14", version=9))
    text, at = words(made()), 0
    for expected in _in_order(found):
        place = text.find(" ".join(expected.split()), at)
        assert place >= 0, f"{expected!r} does not come after {text[max(at - 80, 0) : at]!r}"
        at = place
    assert at > 0


def _in_order(found: Report) -> Iterator[str]:
    yield found.title
    yield from found.particulars
    yield found.conclusion
    for section in found.sections:
        yield from _of_section(section)


def _of_section(section: Section) -> Iterator[str]:
    """The texts of a section that fit on a line; longer ones are broken by spaces that the text does not have."""
    yield section.title
    for block in section.blocks:
        if isinstance(block, Table):
            yield from (cell.text for row in block.rows for cell in row[:1] if len(cell.text) < 15)
        if isinstance(block, Pairs):
            yield from (name for name, _ in block.rows)
    for part in section.parts:
        yield from _of_section(part)


def test_every_page_has_the_fingerprint_and_its_number() -> None:
    pages = read(made()).pages
    foot = f"Fingerprint {in_groups(facts(DRAWING).fingerprint)}"
    assert [
        (foot in page.extract_text(), f"{at} / {len(pages)}" in page.extract_text()) for at, page in enumerate(pages, 1)
    ] == [(True, True)] * len(pages)


def test_its_fonts_are_inside() -> None:
    fonts = {}
    for page in read(made()).pages:
        resources: Any = page["/Resources"]
        for font in resources["/Font"].values():
            inner = font.get_object()["/DescendantFonts"][0].get_object()
            fonts[inner["/BaseFont"].split("+")[1]] = "/FontFile2" in inner["/FontDescriptor"]
    assert fonts == {
        "Inter-Regular": True,
        "Inter-SemiBold": True,
        "Newsreader-Regular": True,
        "Newsreader-Medium": True,
    }


def test_the_same_report_gives_the_same_bytes() -> None:
    assert document(report(DRAWING, Remarks(author="Learner 14", version=9))) == made()


@pytest.mark.parametrize(
    "text", ['#panic("x")', "$x$ *b* _i_ `c` @a <b>", "\\u{41} // c /* d */", "#sys.inputs", "= head", "]]] }}} )))"]
)
def test_the_markup_of_the_engine_is_text_like_any_other(text: str) -> None:
    assert words(document(reported(text))).count(text) >= 20


def test_a_letter_that_the_fonts_lack_is_shown_as_such_and_said_on_every_page() -> None:
    data = document(reported("中a😀"))
    assert f"{MISSING}a{MISSING}" in words(data)
    assert [MISSING_NOTE in " ".join(page.extract_text().split()) for page in read(data).pages] == [True] * len(
        read(data).pages
    )
    assert MISSING_NOTE not in words(made())


def test_every_letter_that_counts_as_covered_can_be_shown() -> None:
    ranges = [line.split("-") for line in (HERE / "fonts" / "coverage.txt").read_text().splitlines()]
    letters = "".join(chr(one) for first, last in ranges for one in range(int(first, 16), int(last, 16) + 1))
    shown = "".join(letter for letter in letters if one_line(f"a{letter}a") == f"a{letter}a")
    assert len(shown) > 2_000
    data = document(reported(" ".join(shown[at : at + 40] for at in range(0, len(shown), 40))))
    assert MISSING_NOTE not in words(data)


@settings(max_examples=25)
@given(text=texts())
def test_what_people_write_changes_no_tag(text: str) -> None:
    if one_line(text):
        keep = ("/H1", "/H2", "/Table", "/TH", "/TD", "/TR", "/L", "/LI", "/Figure")
        hostile, benign = tags(document(reported(text))), tags(document(reported(BENIGN)))
        assert {tag: hostile[tag] for tag in keep} == {tag: benign[tag] for tag in keep}


def test_a_cell_with_a_tone_says_it_in_words() -> None:
    found = report("Pay ! 3min\nReport 1min\ninterrupted: exactly 1")
    table = found.sections[1].blocks[0]
    assert isinstance(table, Table)
    cell: Cell = table.rows[0][5]
    assert cell.text in words(document(found))
