"""A report that was shared: for anybody who has the link, without an account."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec

from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from planner.services import report_links
from planner.web.contexts.report import shared_page
from planner.web.rate import Rate, address_of
from planner.web.views.report import TOO_MANY, answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest

    from planner.core.report import Report

READERS = Rate("shared-reports", most=120, seconds=60)
Rest = ParamSpec("Rest")


def of_link(view: Callable[Concatenate[HttpRequest, Report, str, Rest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Hand a view the report that the address leads to; 404 if it never led anywhere, 410 if its time is over."""

    @wraps(view)
    @require_safe
    @never_cache
    def found(request: HttpRequest, token: str, *args: Rest.args, **rest: Rest.kwargs) -> HttpResponse:
        if not READERS.allows(address_of(request)):
            return HttpResponse(TOO_MANY, status=429, content_type="text/plain; charset=utf-8")
        try:
            report = report_links.follow(token)
        except ObjectDoesNotExist:
            raise Http404 from None
        except report_links.LinkIsOver:
            return _private(render(request, "report/over.html", status=410))
        return _private(view(request, report, token, *args, **rest))

    return found


@of_link
def page(request: HttpRequest, report: Report, token: str) -> HttpResponse:
    """Show the report."""
    return render(request, "report/shared.html", shared_page(report, token))


@of_link
def file(request: HttpRequest, report: Report, token: str, name: str) -> HttpResponse:
    """Give the report as a file."""
    return answer(request, name, report)


def _private(response: HttpResponse) -> HttpResponse:
    """Keep an address that is a secret out of search engines and out of what is told to other sites."""
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
