"""What the checks look for: the catalogue of the rules, and a page for each. Everybody may read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404
from django.shortcuts import render
from django.views.decorators.http import require_safe

from planner.core.wordings.catalogue import manuals
from planner.web.contexts.frame import frame
from planner.web.contexts.rules import catalogue_context, rule_context

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_safe
def catalogue(request: HttpRequest) -> HttpResponse:
    """Show all rules, one line each."""
    return render(request, "rules/catalogue.html", {**frame(), **catalogue_context()})


@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    """Show the manual page of one rule, with its two pictures."""
    if code not in manuals():
        raise Http404
    return render(request, "rules/rule.html", {**frame(), **rule_context(code)})
