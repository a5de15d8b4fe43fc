"""A report as JSON: the plan file inside, and everything that anybody needs to compute it again."""

from __future__ import annotations

import json

from planner.core.files.reportfile import document_from_report
from planner.core.report import Report


def document(report: Report) -> str:
    """Return the document `checkpoint-report/1` as text."""
    return json.dumps(document_from_report(report), ensure_ascii=False, allow_nan=False, indent=1) + "\n"
