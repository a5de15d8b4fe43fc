"""Requests filled in with ill will, to every address and by everybody: each is answered, and the rows stay whole."""

from __future__ import annotations

import logging
import random
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from django.apps import apps
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction

from planner.bridge import core_plan
from planner.core.planfile import read_plan, write_plan
from planner.models import Plan
from tests.web.bare_browser import BareBrowser
from tests.web.site_map import SiteMap, mapped
from tests.web.wild_requests import Request, Wild

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from django.db.models import Model

pytestmark = pytest.mark.django_db

HERE, IN_A_CAMPAIGN, PARTS = 1_000, 200_000, 40
EACH_ROUND = 250
"""After so many requests the class stands again as it was: what is deleted would leave ever less to find."""
MARKUP = ("text/html", "image/svg+xml", "application/xhtml+xml")
RAW = re.compile(rb"<zq|zq&[\"']|<script>alert|<img src=x|</style></title>")
"""What the texts of tests/exports/hostile.py hold, where a page does not write it as text."""
NOT_IN_A_ROW = ("invalid_choice", "max_length", "max_value", "min_value", "null")
ELSEWHERE = re.compile(r"[/\\]{2}|(?!http://testserver/)[a-z]+:")
SHOWN_AFTERWARDS = (
    "plan",
    "test",
    "hand-in",
    "report",
    "feedback",
    "class",
    "submissions",
    "review",
    "members",
    "exercise",
)


@pytest.mark.parametrize(
    ("part", "requests"),
    [
        pytest.param(0, HERE, id="reduced"),
        *(
            pytest.param(part, IN_A_CAMPAIGN // PARTS, id=f"part {part} of {PARTS}", marks=pytest.mark.campaign)
            for part in range(1, PARTS + 1)
        ),
    ],
)
def test_every_request_is_answered_and_leaves_whole_rows(
    part: int, requests: int, told: Callable[[str], None], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    site, statuses = mapped(), Counter[int]()
    wild, wrong = Wild(site, random.Random(part)), Counter[str]()
    assert wrong_rows() == []
    for _ in range(requests // EACH_ROUND):
        with transaction.atomic():
            answered(wild, site, statuses, wrong)
            wrong.update(wrong_rows())
            transaction.set_rollback(True)
    told(f"{requests:,} generated requests answered: {shares(statuses)} (full: {IN_A_CAMPAIGN:,}, -m campaign)")
    assert wrong == Counter()
    assert statuses.total() == requests


def test_every_address_that_takes_a_form_has_one() -> None:
    assert [name for name, forms in mapped().forms.items() if not forms] == []


def answered(wild: Wild, site: SiteMap, statuses: Counter[int], wrong: Counter[str]) -> None:
    """Send a round of requests and look at the pages afterwards; what is wrong with an answer is counted."""
    cache.clear()
    browsers = {who: BareBrowser(browser.cookies) for who, browser in site.browsers.items()}
    for _ in range(EACH_ROUND):
        request = wild.request()
        browser = browsers[request.who]
        answer = sent(browser, request)
        statuses[answer.status_code] += 1
        wrong.update(problems(request, answer, browser.failure))
    for request in afterwards(site):
        browser = BareBrowser(site.browsers[request.who].cookies)
        wrong.update(problems(request, sent(browser, request), browser.failure))


def afterwards(site: SiteMap) -> Iterator[Request]:
    """Yield requests for the pages that show what was written."""
    for name in SHOWN_AFTERWARDS:
        for address in site.addresses[name][:2]:
            yield Request(name, site.allowed[name, "GET"][0], "GET", address)


def sent(browser: BareBrowser, request: Request) -> Any:
    """Return the answer to a request."""
    return browser.ask(request.method, request.address, request.body, request.content_type, request.headers)


def problems(request: Request, answer: Any, failure: BaseException | None) -> Iterator[str]:
    """Yield what is wrong with an answer."""
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    is_markup = answer.headers.get("Content-Type", "").startswith(MARKUP)
    found = {
        f"{answer.status_code} by {failure!r}": answer.status_code >= 500 or failure is not None,
        "a traceback": b"Traceback (most recent call last)" in content,
        "unescaped": is_markup and RAW.search(content) is not None,
        "leads elsewhere": ELSEWHERE.match(answer.headers.get("Location", "/")) is not None,
    }
    yield from (f"{what} from {request}" for what, is_so in found.items() if is_so)


def wrong_in_file() -> list[str]:
    """Return what SQLite says of its own file."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        return [str(line) for (line,) in cursor.fetchall() if line != "ok"]


def wrong_rows() -> list[str]:
    """Return what is wrong with the rows of every table, and with every plan that they make."""
    found = wrong_in_file() if connection.vendor == "sqlite" else []
    try:
        connection.check_constraints()
    except IntegrityError as error:
        found.append(str(error))
    rows = (row for model in apps.get_app_config("planner").get_models() for row in model._default_manager.all())
    return found + [problem for row in rows for problem in wrong_row(row)] + [*wrong_plans()]


def wrong_row(row: Model) -> Iterator[str]:
    """Yield what a row's fields do not allow; SQLite alone takes a text of any length."""
    try:
        row.clean_fields()
    except ValidationError as error:
        found = [(name, one) for name, errors in error.error_dict.items() for one in errors]
        yield from (f"{row!r}, {name}: {one.messages}" for name, one in found if one.code in NOT_IN_A_ROW)


def wrong_plans() -> Iterator[str]:
    """Yield the plans that their own plan file does not hold."""
    for row in Plan.objects.all():
        plan = core_plan(row)
        if read_plan(write_plan(plan)) != plan:
            yield f"{row.pk} is not what its plan file says"


def shares(statuses: Counter[int]) -> str:
    """Return how often each status came."""
    return ", ".join(f"{many:,} × {status}" for status, many in sorted(statuses.items()))
