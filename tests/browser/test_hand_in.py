"""Handing in, the example and the question about private text, in a real browser, with the keyboard."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from planner.core.planfile import write_plan
from planner.models import Explanation, Plan, Submission
from tests.services.ready import ready_plan, with_test

pytestmark = pytest.mark.django_db(transaction=True)


def own_plan(page: Page) -> Plan:
    """A plan of the person in front of the page, ready to be handed in."""
    page.goto("/plans/import/")
    page.get_by_label("Or its text").fill(write_plan(ready_plan()))
    page.locator("main button.is-primary").press("Enter")
    page.wait_for_url("**/plan/")
    row = Plan.objects.get()
    with_test(row)
    return row


def violations(page: Page) -> list[str]:
    return [one["id"] for one in Axe().run(page).response["violations"]]


def test_what_stands_in_the_way_takes_the_focus_and_then_it_is_handed_in(page: Page) -> None:
    row = own_plan(page)
    page.goto(f"/plans/{row.pk}/hand-in/")
    assert violations(page) == []
    page.locator("#hand-in-send").press("Enter")
    expect(page.locator("#error-summary")).to_be_focused()
    assert violations(page) == []
    page.locator("#error-summary a").press("Enter")
    expect(page.locator("#id_confirmed")).to_be_focused()
    page.keyboard.press("Space")
    page.locator("#hand-in-send").press("Enter")
    page.wait_for_url("**/hand-in/1/")
    assert violations(page) == []
    assert Submission.objects.get().number == 1


def test_private_text_is_asked_about_in_place_and_the_focus_comes_back(page: Page) -> None:
    row = own_plan(page)
    page.goto(f"/plans/{row.pk}/plan/")
    page.locator("#checkpoint-after-read-questions > summary").press("Enter")
    page.locator("#after-read-complete > summary").press("Enter")
    reason = page.locator("#after-read-complete-reason")
    reason.fill("Ask ana@harborside.example")
    reason.press("Tab")
    expect(page.locator("#private-text-notice")).to_be_focused()
    expect(page.locator("#save-status")).to_have_text("Not saved yet: see the note on the page")
    assert violations(page) == []
    page.locator("#private-text-keep").press("Enter")
    expect(page.locator("#private-text-notice")).to_have_count(0)
    expect(reason).to_have_value("Ask ana@harborside.example")
    page.wait_for_function("document.activeElement !== document.body")


def test_the_example_works_without_javascript(browser: Browser, base_url: str) -> None:
    context = browser.new_context(base_url=base_url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/example/")
    for number in (1, 2, 3):
        page.locator("#prompt textarea").fill(f"Answer {number}")
        page.locator("#prompt-save").press("Enter")
        expect(page.locator("#model-answer")).to_be_visible()
        page.locator("#model-answer a").press("Enter")
    page.locator("#copy-example").press("Enter")
    page.wait_for_url("**/plan/")
    assert list(Explanation.objects.values_list("screen", "text")) == [(n, f"Answer {n}") for n in (1, 2, 3)]
    context.close()
