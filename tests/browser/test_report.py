"""The report in a real browser: as a page, shared by a link, as a file of its own, and on paper."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from planner.core.planfile import read_plan, write_plan
from planner.models import Plan, ReportLink
from planner.services import plans, report_links
from tests.services.ready import ready_plan, with_test

pytestmark = pytest.mark.django_db(transaction=True)

EXAMPLE = Path(__file__).parents[2] / "planner" / "data" / "example.json"
WIDTHS, SCHEMES = (320, 1_440), ("light", "dark")


def own_plan(page: Page, text: str) -> Plan:
    """A plan of the person in front of the page, imported and tested."""
    page.goto("/plans/import/")
    page.get_by_label("Or its text").fill(text)
    page.locator("main button.is-primary").press("Enter")
    page.wait_for_url("**/plan/")
    row = Plan.objects.get()
    with_test(row)
    return row


def example(page: Page) -> Plan:
    """The worked example, whose author has asked to see what the model says."""
    row = own_plan(page, write_plan(read_plan(EXAMPLE.read_bytes())))
    plans.show_model(row)
    return row


def violations(page: Page) -> list[str]:
    return [one["id"] for one in Axe().run(page).response["violations"]]


def is_wider_than_the_screen(page: Page) -> bool:
    wider: bool = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    return wider


def test_it_is_shared_and_taken_back_with_the_keyboard(page: Page, browser: Browser, base_url: str) -> None:
    row = own_plan(page, write_plan(ready_plan()))
    page.goto(f"/plans/{row.pk}/report/")
    page.get_by_label("1 day", exact=True).press("Space")
    page.locator("#share-send").press("Enter")
    address = page.locator(".shared input[readonly]")
    expect(address).to_have_count(1)
    assert violations(page) == []
    reader = browser.new_context(base_url=base_url).new_page()
    reader.goto(address.input_value())
    expect(reader.get_by_role("heading", level=1)).to_have_text(row.title)
    assert violations(reader) == []
    page.get_by_role("button", name="Take this link back").press("Enter")
    expect(address).to_have_count(0)
    reader.reload()
    expect(reader.get_by_role("heading", level=1)).to_have_text("This link is over")
    assert violations(reader) == []
    reader.context.close()


def test_it_comes_after_one_s_own_judgement_without_javascript_too(browser: Browser, base_url: str) -> None:
    context = browser.new_context(base_url=base_url, java_script_enabled=False)
    page = context.new_page()
    row = own_plan(page, write_plan(read_plan(EXAMPLE.read_bytes())))
    page.goto(f"/plans/{row.pk}/report/")
    expect(page.get_by_role("heading", level=1)).to_have_text("The report comes after your own judgement")
    page.locator("#show-report").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(row.title)
    page.locator("#share-send").press("Enter")
    expect(page.locator(".shared input[readonly]")).to_have_count(1)
    assert report_links.token_of(ReportLink.objects.get()) in page.locator(".shared input[readonly]").input_value()
    context.close()


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_the_file_stands_alone(page: Page, tmp_path: Path, width: int, scheme: str) -> None:
    row = example(page)
    page.goto(f"/plans/{row.pk}/report/")
    with page.expect_download() as download:
        page.get_by_role("link", name="HTML file").press("Enter")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == "weekly-donor-thank-you-run.html"
    requests: list[str] = []
    alone = page.context.browser.new_page() if page.context.browser else page
    alone.on("request", lambda request: requests.append(request.url))
    alone.set_viewport_size({"width": width, "height": 900})
    alone.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    alone.goto(file.as_uri())
    expect(alone.get_by_role("heading", level=1)).to_have_text(row.title)
    assert alone.evaluate("document.fonts.check('16px Inter')")
    assert [url for url in requests if not url.startswith((file.as_uri(), "data:"))] == []
    assert not is_wider_than_the_screen(alone)
    assert violations(alone) == []
    alone.close()


def test_on_paper_there_is_nothing_to_press(page: Page) -> None:
    row = example(page)
    page.goto(f"/plans/{row.pk}/report/")
    page.emulate_media(media="print")
    for hidden in (".masthead", "#share-form", "main .buttons"):
        expect(page.locator(hidden).first).to_be_hidden()
    expect(page.locator(".run-picture")).to_be_visible()
