"""/rules/ lists what the checks look for, and each rule has a page with its two pictures."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from planner.core.wordings.catalogue import groups, manuals
from planner.web.words import SEVERITIES
from tests.web.visitors import with_plan

if TYPE_CHECKING:
    from planner.core.wordings.manual import Manual

pytestmark = pytest.mark.django_db

each_rule = pytest.mark.parametrize("manual", manuals().values(), ids=lambda manual: manual.rule.code)


class Ids(HTMLParser):
    """Collects the ids of a page and what refers to them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.named: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = dict(attrs)
        self.ids.update([of["id"] or ""] if "id" in of else [])
        href = of.get("href") or ""
        self.named |= set((of.get("aria-labelledby") or "").split()) | ({href[1:]} if href.startswith("#") else set())


@cache
def page_of(manual: Manual) -> str:
    return Client().get(f"/rules/{manual.rule.code}/").content.decode()


def test_the_catalogue_has_a_line_for_each_rule_in_its_group(client: Client) -> None:
    text = client.get("/rules/").content.decode()
    rows = re.findall(
        r'<a href="(/rules/\w+/)">(\w+)<.*?</a>\s*<p>(.*?)</p>\s*<p class="tags">(.*?)</p>', text, re.DOTALL
    )
    expected = [
        (f"/rules/{one.rule.code}/", one.rule.code, escape(one.claim)) for group in groups() for one in group.manuals
    ]
    assert [(href, code, claim) for href, code, claim, _ in rows] == expected
    marks = [re.findall(r'href="#icon-(\w+)" /></svg>([\w ]+)<', tags) for *_, tags in rows]
    severities = [one.rule.severities for group in groups() for one in group.manuals]
    assert marks == [[(one.value, SEVERITIES[one]) for one in each] for each in severities]


@each_rule
def test_a_page_says_what_the_rule_asks_and_why(manual: Manual) -> None:
    page = page_of(manual)
    assert f"<h1>{escape(manual.claim)}</h1>" in page
    assert all(escape(paragraph[1:]) in page for paragraph in manual.why)


@each_rule
def test_the_first_picture_has_a_finding_and_the_second_has_none(manual: Manual) -> None:
    flagged, accepted = page_of(manual).split('id="accepted-title"')
    assert (f'id="finding-{manual.rule.code}-' in flagged, "The check finds nothing here." in flagged) == (True, False)
    assert ('id="finding-' in accepted, "The check finds nothing here." in accepted) == (False, True)


@each_rule
def test_both_pictures_stand_on_one_page_without_sharing_an_id(manual: Manual) -> None:
    ids = Ids(page_of(manual))
    assert [name for name, count in ids.ids.items() if count > 1] == []
    assert ids.named - set(ids.ids) == set()


@each_rule
def test_what_is_drawn_and_said_below_it_differs(manual: Manual) -> None:
    page = page_of(manual)
    lines = (page.split(f'id="{key}-line"')[1] for key in ("flagged", "accepted"))
    pictures = [re.split(r'<div class="notice|The check finds nothing', line)[0] for line in lines]
    flagged, accepted = (re.sub(r"<[^>]+>|Checkpoint \w|Back to \w\b", " ", picture).split() for picture in pictures)
    assert flagged != accepted


def test_the_pages_lead_from_one_to_the_next() -> None:
    codes = list(manuals())
    for before, after in pairwise(codes):
        assert f'href="/rules/{after}/"' in page_of(manuals()[before])
        assert f'href="/rules/{before}/"' in page_of(manuals()[after])


def test_what_the_line_does_not_show_stands_below_it() -> None:
    assert "<dt>A resumed run loads</dt><dd>None: it starts over</dd>" in page_of(manuals()["S403"])
    assert "<dt>2. Convert the totals</dt><dd>Needs “orders” and “rate”, makes nothing.</dd>" in page_of(
        manuals()["W104"]
    )
    assert "<dt>“rate”</dt><dd>It is there from the start.</dd>" in page_of(manuals()["W104"])
    assert "<dt>“session”</dt><dd>It cannot be stored.</dd>" in page_of(manuals()["C203"])
    assert "<dt>“records”</dt><dd>It holds personal or secret data.</dd>" in page_of(manuals()["C204"])
    assert "<dl" not in page_of(manuals()["R301"])


def test_questions_are_shown_where_the_rule_is_about_them() -> None:
    has_questions = {code for code, manual in manuals().items() if 'class="question-list"' in page_of(manual)}
    assert has_questions == {"C209", "C210"}


@pytest.mark.parametrize("code", ["X999", "r301", "R3011", "P999", "catalogue"])
def test_a_rule_that_is_not_there_is_not_found(client: Client, code: str) -> None:
    assert client.get(f"/rules/{code}/").status_code == 404


def test_they_take_nothing_in(client: Client) -> None:
    assert [client.post(address).status_code for address in ("/rules/", "/rules/R301/")] == [405, 405]


def test_reading_asks_the_database_nothing_and_needs_no_session(client: Client) -> None:
    for address in ("/rules/", "/rules/R301/"):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        assert len(queries) == 0
    assert not client.cookies


def test_each_finding_on_the_plan_page_leads_to_its_rule() -> None:
    client, row = with_plan("Read <\nPay ! [marked as repeating]\nreport")
    client.post(f"/plans/{row.pk}/plan/model/", {"version": row.version, "key": "0"})
    page = client.get(f"/plans/{row.pk}/plan/").content.decode()
    cards = [card for card in page.split('<details class="finding')[1:] if 'id="finding-' in card]
    codes = [re.findall(r'id="finding-(\w\d{3})-', card)[0] for card in cards]
    assert [re.findall(r'href="/rules/(\w+)/"', card) for card in cards] == [[code] for code in codes]
    assert {"R301", "C200"} <= set(codes)
