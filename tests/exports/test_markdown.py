"""A report as Markdown: what people write is text in it and nothing else."""

from hypothesis import given, settings
from markdown_it import MarkdownIt
from markdown_it.token import Token

from planner.core.reporting.blocks import one_line
from planner.core.reporting.remarks import Remarks
from planner.exports.markdown import document, text
from tests.core.reported import report
from tests.exports.hostile import reported, texts

COMMONMARK = MarkdownIt("commonmark").enable(["table", "strikethrough"])
DRAWING = "Read < 2min\n|\nPay ! 3min [lookup]\nReport 1min"
BENIGN = "plain words"


def tokens(markdown: str) -> list[Token]:
    """All tokens, those within a line among them."""
    return [one for token in COMMONMARK.parse(markdown) for one in (token, *(token.children or ()))]


def shapes(markdown: str) -> list[str]:
    return [token.type for token in tokens(markdown) if token.type not in ("text", "text_special")]


def words(markdown: str) -> str:
    """What a reader sees of a line."""
    inline = [token for token in COMMONMARK.parse(markdown) if token.type == "inline"]
    assert len(inline) == 1
    return "".join(child.content for child in inline[0].children or ())


def test_it_begins_with_the_title_and_the_conclusion() -> None:
    found = report(DRAWING, Remarks(author="Learner 14"))
    assert document(found).split("\n\n")[:4] == [
        "*Checkpoint plan · If the run stops halfway, how does it continue?*",
        "# Sketch",
        f"Author: Learner 14 · {found.particulars[-1]}",
        f"**{found.conclusion}**",
    ]


def test_the_picture_is_a_line_of_signs_with_its_checkpoints() -> None:
    paragraphs = document(report(DRAWING)).split("\n\n")
    at = paragraphs.index("## The plan")
    assert paragraphs[at + 1] == "1 ○ \\[A\\] – 2 ◈ – 3 ◉"
    assert paragraphs[at + 2].startswith("Checkpoint A stands after step 1. ")


def test_tables_have_a_cell_for_each_head() -> None:
    lines = document(report(DRAWING)).splitlines()
    rows = [line for line in lines if line.startswith("| 1 |")]
    assert rows == ["| 1 | **Read · 2 min** | Looks something up | Costs 2 min | Checkpoint A after it | – |"]


def test_every_section_is_a_heading() -> None:
    found = report(DRAWING)
    heads = [line.lstrip("# ") for line in document(found).splitlines() if line.startswith("## ")]
    assert heads == [section.title for section in found.sections]


def test_markup_is_escaped_where_it_would_be_markup() -> None:
    assert text("a*b_c `d` [e](f) <g> & | \\ ~ #") == "a\\*b\\_c \\`d\\` \\[e\\](f) \\<g\\> \\& \\| \\\\ \\~ \\#"
    assert [text("- a"), text("+ a"), text("1. a"), text("12) a"), text("= a")] == [
        "\\- a",
        "\\+ a",
        "1\\. a",
        "12\\) a",
        "\\= a",
    ]
    assert text("it is 1. and - and +") == "it is 1. and - and +"
    assert text("http://a www.b") == "http:\\//a www\\.b"


@given(text=texts())
def test_a_reader_sees_just_what_was_written(text: str) -> None:
    line = one_line(text)
    if line:
        assert words(_text(line)) == line


_text = text


@settings(max_examples=60)
@given(text=texts())
def test_what_people_write_changes_no_markup(text: str) -> None:
    if one_line(text):
        assert shapes(document(reported(text))) == shapes(document(reported(BENIGN)))
