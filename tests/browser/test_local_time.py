"""Times stand in the page as UTC, and are said in the time of whoever reads them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from planner.models import Plan
from tests.web.visitors import with_plan

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.django_db(transaction=True)

LATE = datetime(2026, 6, 3, 23, 30, tzinfo=UTC)


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "timezone_id": "Asia/Tokyo"}


def saved_late() -> tuple[str, Plan]:
    """A plan that was saved late in the evening, UTC; return the session of its person, too."""
    client, row = with_plan("Read")
    Plan.objects.filter(pk=row.pk).update(changed_at=LATE)
    return client.cookies["sessionid"].value, row


def test_the_day_and_the_hour_are_those_of_the_reader(page: Page, base_url: str) -> None:
    session, row = saved_late()
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": base_url}])
    page.goto(f"/plans/{row.pk}/plan/")
    expect(page.locator("#save-status")).to_have_text("Saved on 4 June 2026")
    page.goto("/plans/")
    expect(page.locator("time")).to_have_text("4 June 2026 at 08:30")


def test_without_script_it_says_that_it_is_utc(browser: Browser, base_url: str) -> None:
    session, _ = saved_late()
    with browser.new_context(base_url=base_url, java_script_enabled=False) as context:
        context.add_cookies([{"name": "sessionid", "value": session, "url": base_url}])
        page = context.new_page()
        page.goto("/plans/")
        expect(page.locator("time")).to_have_text("3 June 2026, 23:30 UTC")
