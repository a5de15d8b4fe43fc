"""The sweep of a plan in a browser: as one picture for everybody, in the background with its script, and without it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from planner.jobs.worker import work_one
from planner.services import sweeps
from tests.jobs.working import work_everything
from tests.web.visitors import with_plan

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from planner.models import Plan

pytestmark = pytest.mark.django_db(transaction=True)

DRAWING = "Read 5min\n|\nPay ! 20min\nReport 5min\ninterrupted: restart 1h (down 1min)"
NARROWEST = 320


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small sweep is done at once, whatever else the machine does."""
    monkeypatch.setattr(sweeps, "MOST_SECONDS", 60.0)


def swept(page: Page, base_url: str) -> Plan:
    """Ask for a sweep as it is offered."""
    client, row = with_plan(DRAWING)
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": base_url}])
    page.goto(f"/plans/{row.pk}/test/sweep/")
    page.get_by_role("button", name="Show how it fares").click()
    return row


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1_440, 390])
def test_everybody_can_use_the_picture(page: Page, base_url: str, width: int, scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    swept(page, base_url)
    expect(page.get_by_role("img", name="Time to finish")).to_be_visible()
    page.get_by_text("What these numbers rest on").click()
    found = Axe().run(page).response["violations"]
    assert [(one["id"], json.dumps([node["target"] for node in one["nodes"]])) for one in found] == []
    for wide in (width, NARROWEST):
        page.set_viewport_size({"width": wide, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def test_another_colour_comes_without_loading_the_page(page: Page, base_url: str) -> None:
    swept(page, base_url)
    page.evaluate("window.stays = true")
    page.get_by_role("radio", name="Work done again").check()
    expect(page.get_by_role("img", name="Work done again or thrown away")).to_be_visible()
    expect(page).to_have_url(re.compile("show=lost"))
    assert page.evaluate("window.stays") is True
    page.reload()
    expect(page.get_by_role("radio", name="Work done again")).to_be_checked()


def test_a_large_sweep_shows_itself_once_it_is_done(page: Page, base_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeps, "MOST_SECONDS", -1.0)
    swept(page, base_url)
    expect(page.get_by_role("progressbar", name="Places done")).to_have_attribute("value", "0")
    work_one("w")
    expect(page.get_by_role("progressbar", name="Places done")).to_have_attribute("value", "1")
    work_everything()
    expect(page.get_by_role("img", name="Time to finish")).to_be_visible()


def test_it_works_without_any_script(browser: Browser, base_url: str) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    page = context.new_page()
    swept(page, base_url)
    page.get_by_role("radio", name="Actions that happen twice").check()
    page.locator("#sweep-show").click()
    expect(page.get_by_role("heading", name="no action was counted twice")).to_be_visible()
    context.close()
