"""The formats that a report comes in, by name: how each is made, and what its file is called."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from planner.core.report import Report
from planner.exports import csv, html, json, markdown, pdf

_MOST_OF_NAME = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format: `words` is what people call it, `media_type` what HTTP does."""

    words: str
    suffix: str
    media_type: str
    make: Callable[[Report], bytes | str]

    def document(self, report: Report) -> bytes:
        """Return the report in this format; text in UTF-8."""
        made = self.make(report)
        return made.encode() if isinstance(made, str) else made

    def file_name(self, report: Report) -> str:
        """Return a name for a file: letters and digits of the title, and the suffix."""
        title = unicodedata.normalize("NFKD", report.title).encode("ascii", "ignore").decode().lower()
        words = re.findall(r"[a-z0-9]+", title)
        return f"{'-'.join(words)[:_MOST_OF_NAME].rstrip('-') or 'report'}.{self.suffix}"


FORMATS = {
    "html": Format(words="HTML", suffix="html", media_type="text/html; charset=utf-8", make=html.document),
    "pdf": Format(words="PDF", suffix="pdf", media_type="application/pdf", make=pdf.document),
    "markdown": Format(
        words="Markdown", suffix="md", media_type="text/markdown; charset=utf-8", make=markdown.document
    ),
    "csv": Format(words="Steps as CSV", suffix="csv", media_type="text/csv; charset=utf-8", make=csv.document),
    "json": Format(words="JSON", suffix="json", media_type="application/json", make=json.document),
}
