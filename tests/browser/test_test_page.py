"""The Test page in a browser: with its script, with the keyboard alone, and without any script."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from planner.models import Plan, Reflection
from planner.services import demo
from tests.web.visitors import fields, with_plan

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

    Open = Callable[..., str]

pytestmark = pytest.mark.django_db(transaction=True)

PLANS = Path(__file__).parents[1] / "plans"
CHOSEN = "input[name=moment]:checked"


@pytest.fixture
def opened(page: Page, base_url: str) -> Open:
    """Go to the Test page of the worked example, as the person whose plan it is; return its address."""

    def go(*, tested: bool) -> str:
        client, row = with_plan(demo.worked_example())
        if tested:
            client.post(f"/plans/{row.pk}/test/run/", fields(row, runs=200, seed=1))
        page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": base_url}])
        page.goto(f"/plans/{row.pk}/test/")
        return f"{base_url}/plans/{row.pk}/test/"

    return go


def test_a_prediction_is_made_and_stands_beside_the_result(page: Page, opened: Open) -> None:
    opened(tested=False)
    page.get_by_role("group", name="How often will “E-mail the letters” happen twice?").get_by_label("Never").check()
    for group in page.get_by_role("group", name="How sure are you?").all():
        group.get_by_label("Fairly sure").check()
    page.get_by_label("How much work will a typical interrupted run repeat?").fill("5 min")
    page.get_by_role("button", name="Run the tests").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What happened when it was interrupted")
    expect(page.get_by_text("More often than you predicted.")).to_be_visible()


def test_arrow_keys_walk_through_the_moments_each_at_its_own_address(page: Page, opened: Open) -> None:
    opened(tested=True)
    before = int(page.locator(CHOSEN).input_value())
    page.locator(CHOSEN).focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(CHOSEN)).to_have_value(str(before + 1))
    expect(page.get_by_text(f"Moment {before + 1} of")).to_be_visible()
    expect(page.locator(CHOSEN)).to_be_focused()
    assert page.url.endswith(f"moment={before + 1}")
    page.go_back()
    expect(page.get_by_text(f"Moment {before} of")).to_be_visible()


def test_next_keeps_the_focus_and_moves_the_picture(page: Page, opened: Open) -> None:
    opened(tested=True)
    before = int(page.locator(CHOSEN).input_value())
    page.get_by_role("link", name="Next").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"Moment {before + 1} of")).to_be_visible()
    expect(page.get_by_role("link", name="Next")).to_be_focused()


def test_another_run_is_opened_by_its_name(page: Page, opened: Open) -> None:
    opened(tested=True)
    other = page.locator("#run option").nth(2).get_attribute("value")
    page.locator("#run").select_option(other)
    expect(page.get_by_role("table", name=f"Run {other},")).to_be_visible()


def test_an_explanation_saves_itself_and_says_so(page: Page, opened: Open) -> None:
    opened(tested=True)
    for text in ("It goes back to A.", "It goes back to A, which knows nothing of the letters."):
        page.locator("#why-text").fill(text)
        with page.expect_response("**/why/"):
            page.keyboard.press("Tab")
        expect(page.get_by_role("status").filter(has_text="Saved at")).to_be_visible()
        assert Reflection.objects.get().text == text


def test_everything_works_without_script(browser: Browser, live_server: LiveServer) -> None:
    client, row = with_plan(demo.worked_example())
    context = browser.new_context(java_script_enabled=False, base_url=live_server.url)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"/plans/{row.pk}/test/")
    page.get_by_role("button", name="Run them without a prediction").click()
    moment = int(page.locator(CHOSEN).input_value())
    page.get_by_role("link", name="Next").click()
    expect(page.locator(CHOSEN)).to_have_value(str(moment + 1))
    page.locator("#moment-2").check()
    page.get_by_role("button", name="Show this moment").click()
    expect(page.get_by_text("Moment 2 of")).to_be_visible()
    page.locator("#why-text").fill("It goes back.")
    page.locator("#why-save").click()
    expect(page.locator("#why-text")).to_have_value("It goes back.")
    page.get_by_text("Assume other interruptions").click()
    page.get_by_label("A session ends after").fill("20 min")
    page.get_by_role("button", name="Assume this").click()
    expect(page.get_by_role("heading", name="The plan has changed: predict, and test it again")).to_be_visible()
    assert Plan.objects.get(pk=row.pk).interruptions_session_limit_ms == 1_200_000
    context.close()


@pytest.mark.parametrize("name", ["invoice-run", "refund-handling"])
def test_a_plan_file_shows_the_numbers_that_the_command_line_gives(page: Page, name: str) -> None:
    file = PLANS / f"{name}.json"
    page.goto("/plans/import/")
    page.get_by_label("A plan file").set_input_files(file)
    page.locator("#import").click()
    page.get_by_role("link", name="Test", exact=True).click()
    page.get_by_role("button", name="Run them without a prediction").click()
    printed = StringIO()
    call_command("plan", "simulate", str(file), "--runs=200", "--seed=1", "--format=json", stdout=printed)
    told = json.loads(printed.getvalue())
    expect(page.get_by_text(f"200 test runs, {told['interrupted'] * 200:.0f} interrupted.")).to_be_visible()
    interruptions = page.get_by_role("row", name="Interruptions").get_by_role("cell").first
    expect(interruptions).to_have_text(f"{told['mean']['interruptions']:.3g}")
