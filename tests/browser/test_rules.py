"""The catalogue of the rules in a real browser: accessible, and its links lead where they say."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = ("/rules/", "/rules/R301/", "/rules/C209/", "/rules/S403/", "/rules/W104/")


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize("width", [1280, 390])
def test_a_page_is_accessible_and_as_wide_as_the_screen(page: Page, address: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(address)
    assert [one["id"] for one in Axe().run(page).response["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_picture_leads_to_what_the_check_says(page: Page) -> None:
    page.goto("/rules/R301/")
    page.get_by_role("link", name="See why").click()
    expect(page.locator("#finding-R301-flagged-pay-the-invoice")).to_be_in_viewport()


def test_it_reads_the_same_without_scripts(browser: Browser, base_url: str) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    page = context.new_page()
    page.goto("/rules/")
    page.get_by_role("link", name="R301").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "An action that an interruption repeats is guarded, or at least a recovery point follows it directly."
    )
    expect(page.locator(".run-line")).to_have_count(2)
    context.close()
