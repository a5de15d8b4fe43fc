"""The steps as CSV: it opens as rows, and nothing in it is a formula."""

import csv
import io

from hypothesis import given, settings

from planner.core.finding import Place
from planner.core.reporting.remarks import Acceptance, Remarks
from planner.exports.csv import HEAD, document, plain
from tests.core.reported import facts, report
from tests.exports.hostile import reported, texts

DRAWING = (
    "Read < 2min\nDraft ~ x3 1s <- read -> letters, notes\nPay ! 500ms [lookup, costly, marked as repeating]\nReport"
)


def rows(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True))


def test_each_step_is_a_row_below_the_heads() -> None:
    accepted = Acceptance(code="R303", about=Place(step="pay"), reason="Small.")
    found = report(DRAWING, Remarks(acceptances=(accepted,)))
    head, *steps = rows(document(found))
    interrupted = str(facts(DRAWING).interrupted)
    assert tuple(head) == HEAD
    assert [dict(zip(head, row, strict=True)) for row in steps[1:3]] == [
        {
            "number": "2",
            "id": "draft",
            "step": "Draft",
            "what it does": "The run’s own work",
            "seconds": "1",
            "items": "3",
            "same each time": "no",
            "needs": "read",
            "produces": "letters, notes",
            "if it runs twice": "Costs 3 s, and comes out different",
            "how bad": "",
            "waits for confirmation": "yes",
            "what prevents a repeat": "",
            "marked by the author": "",
            "prevention in the author's words": "",
            "accepted because": "",
            "what the tests showed": "Came out different after use 0.03 times a run on average",
            "runs in which it happened twice": "0",
            "interrupted runs": interrupted,
            "notes": "",
        },
        {
            "number": "3",
            "id": "pay",
            "step": "Pay",
            "what it does": "Changes the outside world",
            "seconds": "0.5",
            "items": "1",
            "same each time": "yes",
            "needs": "letters, notes",
            "produces": "pay",
            "if it runs twice": "It happens twice",
            "how bad": "costly to repeat",
            "waits for confirmation": "yes",
            "what prevents a repeat": "Looked up before acting",
            "marked by the author": "repeats",
            "prevention in the author's words": "",
            "accepted because": "Small.",
            "what the tests showed": "Cannot happen twice or be left out with up to two interruptions in this model",
            "runs in which it happened twice": "0",
            "interrupted runs": interrupted,
            "notes": "",
        },
    ]


def test_it_is_as_rfc_4180_has_it_with_the_mark_of_utf_8() -> None:
    data = document(report(DRAWING))
    assert data.startswith(b"\xef\xbb\xbfnumber,id,step,")
    assert data.count(b"\r\n") == 5
    assert data.endswith(b"\r\n")


def test_what_would_begin_a_formula_begins_with_an_apostrophe() -> None:
    texts_written = ["=1+1", "+1", "-1", "@A1", "\t=1", "＝1", "a;=1", "a; +1", "a-1", "1 = 1", "'=1", ""]
    assert [plain(text) for text in texts_written] == [
        "'=1+1",
        "'+1",
        "'-1",
        "'@A1",
        "'\t=1",
        "'＝1",
        "a;'=1",
        "a;' +1",
        "a-1",
        "1 = 1",
        "'=1",
        "",
    ]


@settings(max_examples=60)
@given(text=texts())
def test_what_people_write_breaks_no_row_and_begins_no_formula(text: str) -> None:
    found = rows(document(reported(text)))
    assert [len(row) for row in found] == [len(HEAD)] * 6
    assert not [cell for row in found for cell in row if cell.lstrip()[:1] in tuple("=+-@＝＋－＠")]
    assert {row[HEAD.index("notes")].replace("'", "") for row in found[1:]} == {text.replace("'", "")}
