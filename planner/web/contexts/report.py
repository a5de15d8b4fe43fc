"""The Report page: the report itself, its files, and the links by which it is shared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse

from planner.bridge import core_plan
from planner.exports import html
from planner.exports.formats import FORMATS
from planner.services import exercises, report_links, trials
from planner.web.contexts.bench import Bench
from planner.web.contexts.frame import frame
from planner.web.forms.report import ShareForm

if TYPE_CHECKING:
    from django.http import HttpRequest

    from planner.core.report import Report
    from planner.models import Plan, ReportLink

WORDS_OF_FILES = {"html": "HTML file", "pdf": "PDF", "markdown": "Markdown", "csv": "Steps (CSV)", "json": "JSON"}


def may_be_seen(row: Plan) -> bool:
    """Whether the learner has judged everything and tested the plan, or the model may be seen without."""
    if exercises.order_for(row).shown:
        return True
    return trials.latest(row) is not None and Bench(plan=core_plan(row), base="").all_judged


def too_early_page(row: Plan) -> dict[str, Any]:
    """Return the page that says what comes before a report, and gives nothing of it away."""
    return frame(row)


def report_page(row: Plan, report: Report, request: HttpRequest, *, form: ShareForm | None = None) -> dict[str, Any]:
    """Return the page of the report on a plan as it is; `form` is one to be shown again."""
    return {
        **frame(row, core=report.plan),
        **html.context(report),
        "files": [_file(name, reverse("report-file", args=[row.pk, name])) for name in FORMATS],
        "form": form or ShareForm(),
        "links": [_link(link, request) for link in report_links.good_links(row)],
    }


def handed_in_page(row: Plan, report: Report, number: int) -> dict[str, Any]:
    """Return the page of the report on a hand-in."""
    files = [_file(name, reverse("handed-in-report-file", args=[row.pk, number, name])) for name in FORMATS]
    return {**frame(row), **html.context(report), "files": files, "number": number}


def shared_page(report: Report, token: str) -> dict[str, Any]:
    """Return the page that anybody sees who has the link."""
    files = [_file(name, reverse("shared-report-file", args=[token, name])) for name in FORMATS]
    return {**html.context(report), "files": files}


def _file(name: str, href: str) -> dict[str, str]:
    return {"href": href, "words": WORDS_OF_FILES[name]}


def _link(link: ReportLink, request: HttpRequest) -> dict[str, Any]:
    """Return a link with its address, if that can still be shown, and what it leads to."""
    token = report_links.token_of(link)
    return {
        "id": f"link-{link.pk}",
        "address": request.build_absolute_uri(reverse("shared-report", args=[token])) if token else "",
        "version": link.origin["remarks"]["version"],
        "expires_at": link.expires_at,
        "href": reverse("unshare-report", args=[link.plan_id, link.pk]),
    }
