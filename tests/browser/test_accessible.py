"""On every page of the site axe finds nothing, nothing is cut off, and nothing inline is allowed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.places import Place, world
from tests.web.test_csp import POLICY

if TYPE_CHECKING:
    from playwright.sync_api import Page

    Scheme = Literal["light", "dark"]

pytestmark = pytest.mark.django_db(transaction=True)

WIDE, PHONE, NARROWEST = 1_440, 390, 320
EXPECTED = {"nothing there": 404, "report, over": 404}


@pytest.mark.parametrize(
    ("width", "scheme"),
    [
        (WIDE, "light"),
        (PHONE, "dark"),
        pytest.param(WIDE, "dark", marks=pytest.mark.campaign),
        pytest.param(PHONE, "light", marks=pytest.mark.campaign),
    ],
)
def test_every_page_can_be_used_by_everybody(page: Page, base_url: str, width: int, scheme: Scheme) -> None:
    client, places = world()
    page.emulate_media(color_scheme=scheme)
    faults: dict[str, list[str]] = {}
    for place in places:
        page.context.clear_cookies()
        if place.signed_in:
            page.context.add_cookies(
                [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": base_url}]
            )
        page.set_viewport_size({"width": width, "height": 900})
        faults[place.name] = [*_opened(page, place), *_complaints(page), *_cut_off(page, width)]
    assert {name: found for name, found in faults.items() if found} == {}
    assert len(faults) == len(places)


def _opened(page: Page, place: Place) -> Iterator[str]:
    answer = page.goto(place.address)
    assert answer is not None
    if answer.status != EXPECTED.get(place.name, 200):
        yield f"status {answer.status}"
    if answer.headers["content-security-policy"] != POLICY:
        yield answer.headers["content-security-policy"]
    place.act(page)


def _complaints(page: Page) -> Iterator[str]:
    for one in Axe().run(page).response["violations"]:
        yield f"{one['id']}: {json.dumps([node['target'] for node in one['nodes']])}"


def _cut_off(page: Page, width: int) -> Iterator[str]:
    """What is wider than the screen, as it is and at the width of a small phone or of 400 percent."""
    for wide in (width, NARROWEST):
        page.set_viewport_size({"width": wide, "height": 900})
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if over:
            yield f"{over} px too wide for {wide}"
