"""Pictures of the main pages, for whoever wants to see them without starting the site.

Run with: python3 manage.py test tests/browser/test_screens.py -m screens
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from django.conf import settings

from tests.browser.places import Place, world

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect, Page

    Scheme = Literal["light", "dark"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.screens]

FOLDER = Path(settings.BASE_DIR) / "docs" / "screens"
WIDTHS = {"wide": 1_440, "phone": 390}
MAIN = (
    "front",
    "example 2",
    "plan, empty",
    "plan",
    "plan, editing step-pay-them",
    "test, before",
    "test",
    "hand in",
    "feedback",
    "report",
    "one rule",
    "submissions",
    "review",
    "picture",
    "exercise",
    "members",
)
AS_WEBP = """async png => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${png}`;
    await picture.decode();
    const canvas = Object.assign(document.createElement("canvas"), {width: picture.width, height: picture.height});
    canvas.getContext("2d").drawImage(picture, 0, 0);
    return canvas.toDataURL("image/webp", 0.5).split(",")[1];
}"""
"""Chromium's own WebP, a third of the PNG; the letters stay sharp."""
IN_ALL_FOUR = ("plan", "test")
MOST_BYTES = 6_000_000


def test_the_main_pages_have_their_pictures(page: Page, base_url: str) -> None:
    client, places = world()
    FOLDER.mkdir(exist_ok=True)
    shown = [place for place in places if place.name in MAIN]
    for place in shown:
        page.context.clear_cookies()
        if place.signed_in:
            page.context.add_cookies(
                [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": base_url}]
            )
        take_pictures(page, place)
    assert {place.name for place in shown} == set(MAIN)
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < MOST_BYTES


def take_pictures(page: Page, place: Place) -> None:
    """Wide and light, on a phone and dark; the two main pages in all four ways."""
    page.set_viewport_size({"width": WIDTHS["wide"], "height": 900})
    page.goto(place.address)
    if place.name not in IN_ALL_FOUR:
        place.act(page)
    name = place.name.replace(",", "").replace(" ", "-")
    for width, scheme in (("wide", "light"), ("phone", "dark"), ("wide", "dark"), ("phone", "light")):
        if (width == "wide") == (scheme == "light") or place.name in IN_ALL_FOUR:
            take(page, FOLDER / f"{name}-{width}-{scheme}.webp", width=WIDTHS[width], scheme=scheme)
    if place.name == "plan":
        take_for_readme(page)


def take(page: Page, file: Path, *, width: int, scheme: str, clip: FloatRect | None = None) -> None:
    """Make a picture of the whole page, on a screen as high as the page: nothing in it scrolls by itself."""
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": 900})
    page.set_viewport_size({"width": width, "height": page.evaluate("document.documentElement.scrollHeight")})
    page.evaluate("document.activeElement.blur()")
    taken = page.screenshot(clip=clip, full_page=clip is None, animations="disabled")
    file.write_bytes(taken if file.suffix == ".png" else webp(page, taken))


def webp(page: Page, taken: bytes) -> bytes:
    """Return a picture in the smaller format, converted on an empty page, which has no content policy."""
    blank = page.context.new_page()
    converted: str = blank.evaluate(AS_WEBP, b64encode(taken).decode())
    blank.close()
    return b64decode(converted)


def take_for_readme(page: Page) -> None:
    """The run line and what was found, without the forms below."""
    page.set_viewport_size({"width": WIDTHS["wide"], "height": 900})
    end = page.locator("#state-and-resume").bounding_box()
    assert end is not None
    clip: FloatRect = {"x": 0, "y": 0, "width": WIDTHS["wide"], "height": end["y"]}
    take(page, FOLDER / "plan.png", width=WIDTHS["wide"], scheme="light", clip=clip)
