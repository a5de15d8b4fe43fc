"""The formats by name."""

from dataclasses import replace

import pytest

from planner.exports.formats import FORMATS
from tests.core.reported import report


def test_every_format_makes_bytes_of_its_kind() -> None:
    found = report("Read\nReport")
    begins = {"html": b"<!doctype", "pdf": b"%PDF-", "markdown": b"*Check", "csv": b"\xef\xbb\xbfn", "json": b"{\n"}
    assert {name: FORMATS[name].document(found)[: len(start)] for name, start in begins.items()} == begins
    assert FORMATS.keys() == begins.keys()


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Weekly donor thank-you run", "weekly-donor-thank-you-run.pdf"),
        ("Übergabe: Café / Münster?", "ubergabe-cafe-munster.pdf"),
        ('../../etc/passwd\r\nX: "y"', "etc-passwd-x-y.pdf"),
        ("中文", "report.pdf"),
        ("a" * 100, f"{'a' * 60}.pdf"),
    ],
)
def test_a_file_is_named_by_letters_and_digits_of_the_title(title: str, name: str) -> None:
    found = report("Read\nReport")
    assert FORMATS["pdf"].file_name(replace(found, title=title)) == name
