"""/plans/…/report/ shows the report, gives it as files, and shares it by a link."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from planner.exports.formats import FORMATS
from planner.models import Plan, ReportLink
from planner.services import report_links, reports, steps, submissions
from tests.services.ready import DRAWING, ready_plan, with_test
from tests.services.stored import new_key
from tests.web.visitors import fields, many_steps, with_plan

pytestmark = pytest.mark.django_db

UNJUDGED = "Read -> rows\n|\nPay !\nReport <- rows"


@pytest.fixture(autouse=True)
def _nobody_has_asked_yet() -> None:
    cache.clear()


def address(row: Plan, rest: str = "") -> str:
    return f"/plans/{row.pk}/report/{rest}"


def somebody(drawing: str = DRAWING) -> tuple[Client, Plan]:
    """Somebody who has judged everything and tested the plan."""
    client, row = with_plan(ready_plan(drawing))
    with_test(row)
    return client, row


def shared(row: Plan) -> ReportLink:
    return report_links.make(row, days=7, version=row.version, key=new_key())


def link_address(link: ReportLink, rest: str = "") -> str:
    return f"/r/{report_links.token_of(link)}/{rest}"


def form(row: Plan, **more: Any) -> dict[str, Any]:
    return fields(row, **{"days": "7", **more})


def test_the_page_holds_the_whole_report_and_its_files() -> None:
    client, row = somebody()
    page = client.get(address(row)).content.decode()
    report = reports.on_plan(row)
    places = [page.index(f'<h2 id="{section.key}-title">') for section in report.sections]
    assert places == sorted(places)
    assert report.conclusion in page
    for name in FORMATS:
        assert f'href="{address(row, f"as/{name}/")}" download' in page


@pytest.mark.parametrize("name", list(FORMATS))
def test_every_file_is_the_report_in_that_format(name: str) -> None:
    client, row = somebody()
    answer = client.get(address(row, f"as/{name}/"))
    report = reports.on_plan(row)
    disposition = f'attachment; filename="{FORMATS[name].file_name(report)}"'
    assert (answer.status_code, answer.content) == (200, FORMATS[name].document(report))
    assert (answer.headers["Content-Type"], answer.headers["Content-Disposition"]) == (
        FORMATS[name].media_type,
        disposition,
    )


def test_a_format_that_there_is_none_of_is_not_found() -> None:
    client, row = somebody()
    assert client.get(address(row, "as/docx/")).status_code == 404


def test_before_everything_is_judged_and_tested_nothing_is_given_away() -> None:
    client, row = with_plan(UNJUDGED)
    page = client.get(address(row)).content.decode()
    assert "The report comes after your own judgement" in page
    assert reports.on_plan(row).conclusion not in page
    for name in FORMATS:
        answer = client.get(address(row, f"as/{name}/"))
        assert (answer.status_code, answer.headers["Location"]) == (302, address(row))
    client.post(address(row, "share/"), form(row))
    assert ReportLink.objects.count() == 0


def test_a_judged_plan_is_shown_only_after_its_first_test() -> None:
    client, row = with_plan(ready_plan())
    assert "The report comes after your own judgement" in client.get(address(row)).content.decode()
    with_test(row)
    assert reports.on_plan(row).conclusion in client.get(address(row)).content.decode()


def test_one_can_ask_to_see_it_now_and_that_is_noted() -> None:
    client, row = with_plan(UNJUDGED)
    before = timezone.now()
    answer = client.post(address(row, "model/"))
    assert (answer.status_code, answer.headers["Location"]) == (302, address(row))
    noted = Plan.objects.get(pk=row.pk).model_shown_at
    assert noted is not None
    assert noted >= before
    assert reports.on_plan(row).conclusion in client.get(address(row)).content.decode()
    client.post(address(row, "model/"))
    assert Plan.objects.get(pk=row.pk).model_shown_at == noted


def test_sharing_makes_a_link_that_is_shown_with_its_end() -> None:
    client, row = somebody()
    answer = client.post(address(row, "share/"), form(row, days="30"))
    assert (answer.status_code, answer.headers["Location"]) == (302, address(row))
    link = ReportLink.objects.get()
    assert (link.expires_at - link.created_at).days == 30
    page = client.get(address(row)).content.decode()
    assert f'value="http://testserver{link_address(link)}"' in page
    assert "Plan version 1, until" in page
    assert f'<time datetime="{link.expires_at.isoformat()}" data-local="moment">' in page
    assert "The link is made." in page


def test_sharing_twice_from_one_form_makes_one_link() -> None:
    client, row = somebody()
    sent = form(row)
    answers = [client.post(address(row, "share/"), sent).status_code for _ in range(2)]
    assert (answers, ReportLink.objects.count()) == ([302, 302], 1)


@pytest.mark.parametrize("wrong", [{"days": "365"}, {"days": ""}, {"key": "x"}, {"version": "0"}, {"version": ""}])
def test_a_form_that_cannot_be_is_shown_again_with_why(wrong: dict[str, str]) -> None:
    client, row = somebody()
    answer = client.post(address(row, "share/"), form(row, **wrong))
    page = answer.content.decode()
    assert (answer.status_code, "field-error" in page, ReportLink.objects.count()) == (422, True, 0)
    assert reports.on_plan(row).conclusion in page


def test_a_plan_that_was_changed_meanwhile_is_shown_before_it_is_shared() -> None:
    client, row = somebody()
    sent = form(row)
    steps.edit(row, step="read", name="Read it all", version=row.version, key=new_key())
    answer = client.post(address(row, "share/"), sent)
    assert (answer.status_code, ReportLink.objects.count()) == (409, 0)
    assert "The plan has changed since this page was made" in answer.content.decode()


def test_more_links_than_there_can_be_are_refused() -> None:
    client, row = somebody()
    for _ in range(report_links.MOST_AT_ONCE):
        shared(row)
    answer = client.post(address(row, "share/"), form(row))
    assert (answer.status_code, "at most 20 links at once" in answer.content.decode()) == (422, True)


def test_a_link_is_taken_back() -> None:
    client, row = somebody()
    link = shared(row)
    for _ in range(2):
        answer = client.post(address(row, f"share/{link.pk}/take-back/"))
        assert (answer.status_code, answer.headers["Location"]) == (302, address(row))
    assert report_links.good_links(row) == []
    assert client.post(address(row, f"share/{uuid4()}/take-back/")).status_code == 404


def test_a_hand_in_has_a_report_of_its_own_that_stays() -> None:
    client, row = somebody()
    handed_in = submissions.hand_in(row, version=row.version, key=new_key())
    steps.edit(row, step="read", name="Read it all", version=row.version, key=new_key())
    page = client.get(address(row, "1/")).content.decode()
    assert ("Read it all" in page, reports.on_hand_in(handed_in).conclusion in page) == (False, True)
    assert client.get(address(row, "1/as/json/")).content == FORMATS["json"].document(reports.on_hand_in(handed_in))
    assert [client.get(address(row, rest)).status_code for rest in ("2/", "2/as/pdf/", "1/as/docx/")] == [404] * 3


@pytest.mark.parametrize(
    ("rest", "method"),
    [
        ("", "get"),
        ("as/pdf/", "get"),
        ("1/", "get"),
        ("1/as/pdf/", "get"),
        ("model/", "post"),
        ("share/", "post"),
        ("share/{link}/take-back/", "post"),
    ],
)
def test_nobody_else_sees_or_shares_it(rest: str, method: str) -> None:
    _, row = somebody()
    submissions.hand_in(row, version=row.version, key=new_key())
    link = shared(row)
    for stranger in (Client(), with_plan(ready_plan())[0]):
        answer = getattr(stranger, method)(
            address(row, rest.format(link=link.pk)), form(row) if method == "post" else {}
        )
        assert answer.status_code == 404
    assert report_links.good_links(row) == [link]
    assert Plan.objects.get(pk=row.pk).model_shown_at is None


@pytest.mark.parametrize("rest", ["model/", "share/", "share/{link}/take-back/"])
def test_what_changes_something_is_not_done_by_a_get(rest: str) -> None:
    client, row = somebody()
    assert client.get(address(row, rest.format(link=shared(row).pk))).status_code == 405


def test_what_only_shows_takes_nothing_in() -> None:
    client, row = somebody()
    assert [client.post(address(row, rest)).status_code for rest in ("", "as/pdf/", "1/", "1/as/pdf/")] == [405] * 4


def test_too_many_files_in_a_minute_are_refused() -> None:
    client, row = somebody()
    answers = [client.get(address(row, "as/csv/")).status_code for _ in range(61)]
    assert answers == [*[200] * 60, 429]


@pytest.mark.parametrize("rest", ["", "as/json/"])
def test_the_number_of_queries_does_not_grow_with_the_plan(rest: str) -> None:
    def queries(drawing: str) -> int:
        client, row = somebody(drawing)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address(row, rest)).status_code == 200
        return len(captured)

    assert queries("Read") == queries(many_steps(40)) <= 30


def test_whoever_has_the_link_reads_the_report_as_it_was_shared() -> None:
    _, row = somebody()
    then = reports.on_plan(row)
    link = shared(row)
    steps.edit(row, step="read", name="Read it all", version=row.version, key=new_key())
    answer = Client().get(link_address(link))
    page = answer.content.decode()
    assert (answer.status_code, then.conclusion in page, "Read it all" in page) == (200, True, False)
    assert ("masthead" in page, "share-form" in page, str(row.pk) in page) == (False, False, False)
    for name in FORMATS:
        got = Client().get(link_address(link, f"as/{name}/"))
        assert (got.status_code, got.content) == (200, FORMATS[name].document(then))


def test_a_shared_report_is_kept_from_search_engines_caches_and_other_sites() -> None:
    _, row = somebody()
    headers = Client().get(link_address(shared(row))).headers
    assert (headers["X-Robots-Tag"], headers["Referrer-Policy"]) == ("noindex, nofollow", "no-referrer")
    assert "no-store" in headers["Cache-Control"]


@pytest.mark.parametrize("rest", ["", "as/pdf/"])
def test_a_link_that_is_over_says_so_and_one_that_never_was_is_not_found(rest: str) -> None:
    _, row = somebody()
    link = shared(row)
    report_links.take_back(row, link.pk)
    answer = Client().get(link_address(link, rest))
    assert (answer.status_code, "This link is over" in answer.content.decode()) == (410, True)
    assert Client().get(f"/r/{'0' * 64}/{rest}").status_code == 404
    assert Client().get(link_address(shared(row), "as/docx/")).status_code == 404
    assert Client().post(link_address(shared(row), rest)).status_code == 405


def test_a_shared_report_needs_two_queries() -> None:
    _, row = somebody()
    address_of_it = link_address(shared(row))
    with CaptureQueriesContext(connection) as captured:
        assert Client().get(address_of_it).status_code == 200
    assert len(captured) <= 2
