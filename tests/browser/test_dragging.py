"""Steps are dragged to another place with a pointer, besides the buttons that move them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from planner.bridge import core_plan
from planner.models import Plan
from tests.web.visitors import with_plan

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def row(page: Page, base_url: str) -> Plan:
    """A plan on its page, as the person whose plan it is."""
    client, row = with_plan("Read\nMatch\n|\nPay !\nReport")
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": base_url}])
    page.set_viewport_size({"width": 1280, "height": 1600})
    page.goto(f"/plans/{row.pk}/plan/")
    return row


def grip(page: Page, step: str) -> Locator:
    return page.locator(f"#step-{step} > .step-row .grip")


def drag(page: Page, step: str, onto: str) -> None:
    """Take a step by its handle and drop it past the middle of another."""
    grip(page, step).hover()
    page.wait_for_function("() => Boolean(window.Sortable)")
    page.mouse.down()
    box = page.locator(f"#step-{onto} > .step-row").bounding_box()
    assert box
    page.mouse.move(box["x"] + 60, box["y"] + box["height"] / 2, steps=12)
    page.mouse.move(box["x"] + 60, box["y"] + 4, steps=6)
    page.mouse.up()


def order(row: Plan) -> list[str]:
    return [step.id for step in core_plan(Plan.objects.get(pk=row.pk)).steps]


def test_a_dragged_step_comes_to_its_place_and_the_page_says_so(page: Page, row: Plan) -> None:
    drag(page, "report", onto="pay")
    expect(page.locator("#announcement")).to_have_text("Step 4 is now step 3 of 4.")
    expect(page.locator(".step-number")).to_have_text(["1", "2", "3", "4"])
    assert order(row) == ["read", "match", "report", "pay"]


def test_a_step_is_dragged_past_a_checkpoint_and_back_again(page: Page, row: Plan) -> None:
    drag(page, "report", onto="match")
    expect(page.locator("#announcement")).to_have_text("Step 4 is now step 2 of 4.")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#step-report .step-number")).to_have_text("4")
    assert order(row) == ["read", "match", "pay", "report"]


def test_a_step_that_is_dropped_where_it_was_stays(page: Page, row: Plan) -> None:
    drag(page, "report", onto="report")
    expect(page.locator("#announcement")).to_have_text("")
    assert Plan.objects.get(pk=row.pk).version == 1


def test_without_a_connection_the_step_is_back_where_it_was(page: Page, row: Plan) -> None:
    grip(page, "report").hover()
    page.wait_for_function("() => Boolean(window.Sortable)")
    page.context.set_offline(True)
    drag(page, "report", onto="read")
    expect(page.locator("#save-status")).to_have_text("Not done: the server could not be reached")
    expect(page.locator(".step-name > span:last-child")).to_have_text(["Read", "Match", "Pay", "Report"])
    assert order(row) == ["read", "match", "pay", "report"]


def test_the_keyboard_and_screen_readers_meet_the_buttons_alone(page: Page, row: Plan) -> None:
    assert grip(page, "read").get_attribute("aria-hidden") == "true"
    page.locator("#step-report-edit").focus()
    page.keyboard.press("Tab")
    expect(page.locator("#step-report-up")).to_be_focused()


def test_what_drags_is_loaded_once_a_pointer_comes_near(page: Page, row: Plan) -> None:
    assert page.evaluate("typeof window.Sortable") == "undefined"
    page.locator("#step-read-edit").hover()
    page.wait_for_function("() => Boolean(window.Sortable)")
