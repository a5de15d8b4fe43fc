"""The Plan page on paper: what was chosen and written, in full, and nothing to press."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from planner.core.plan import Plan, ReplayRisk
from tests.services.ready import ready_plan
from tests.web.visitors import with_plan

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.django_db(transaction=True)

LONG = (
    "The donation number is looked up in the receipt book before a receipt is made, and a person reads the rest of it."
)


def judged() -> Plan:
    """A plan whose first step says in many words what prevents its repeat."""
    plan = ready_plan()
    first = replace(plan.steps[0], replay_risk=ReplayRisk(repeats=True, prevention=LONG))
    return replace(plan, steps=(first, *plan.steps[1:]))


@pytest.fixture
def printed(page: Page, base_url: str) -> str:
    """Print the page, in a browser that likes it dark; return its text."""
    client, row = with_plan(judged())
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": base_url}])
    page.emulate_media(color_scheme="dark")
    page.goto(f"/plans/{row.pk}/plan/")
    text = "".join(one.extract_text() for one in PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages)
    return " ".join(text.split())


def test_what_was_written_stands_there_in_full(printed: str) -> None:
    assert LONG in printed
    assert "a table" in printed


def test_the_answers_to_the_questions_of_a_checkpoint_are_opened(printed: str) -> None:
    assert printed.count("So it is.") == 5


def test_there_is_nothing_to_press_or_to_fill_in(printed: str) -> None:
    for words in ("Edit", "Add step", "Test this plan", "Download the plan file", "Sign in", "what happens next?"):
        assert words not in printed


def test_of_a_choice_only_what_was_chosen_is_there(page: Page, printed: str) -> None:
    assert "A lease, a lock that runs out by itself" in printed
    assert "A lock, held until the run ends" not in printed
    page.emulate_media(media="print")
    expect(page.locator("#step-read-repeats-yes")).to_be_visible()
    expect(page.locator("#step-read-repeats-no")).to_be_hidden()
    expect(page.locator("#step-read-prevention")).to_be_hidden()
    page.emulate_media(media="screen")
    expect(page.locator("#step-read-prevention")).to_be_visible()
    expect(page.locator(".on-paper").first).to_be_hidden()


def test_it_is_ink_on_white_whatever_the_screen_was(page: Page, printed: str) -> None:
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).color") == page.evaluate(
        "(document.documentElement.style.colorScheme = 'only light', getComputedStyle(document.body).color)"
    )
