"""A class from its opening to its grades, played by five people in browsers of their own, with a real worker."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from planner.core.planfile import read_plan, write_plan
from planner.services.walkthrough import WORKED
from tests.browser.conftest import watched
from tests.browser.hands import Hands, Keys
from tests.browser.lesson import Learner, Reviewer
from tests.servers.private import free_port
from tests.servers.service import web
from tests.servers.site import Site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

FILES = {
    "gradebook-canvas.csv",
    "gradebook-moodle.csv",
    *(f"learner-{number:03}.{suffix}" for number in (1, 2, 3) for suffix in ("json", "pdf")),
}


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A site on a database of its own, with nobody in it."""
    made = Site(f"sqlite:///{tmp_path / 'site.sqlite3'}")
    made.run("migrate", "--verbosity", "0")
    return made


@pytest.fixture
def new_page(site: Site, browser: Browser) -> Iterator[Callable[[], Page]]:
    """Opens one more browser in front of the site, which is served and has a worker."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with ExitStack() as opened:
        opened.enter_context(web(site, port))
        opened.enter_context(site.process("work"))

        def make() -> Page:
            context = browser.new_context(base_url=address, viewport={"width": 1_440, "height": 900})
            context.set_default_timeout(8_000)
            opened.callback(context.close)
            return opened.enter_context(watched(context.new_page(), address))

        yield make


def plan_of(name: str) -> str:
    worked = read_plan(WORKED.read_bytes())
    return write_plan(replace(worked, title=f"{name}’s letters"))


def test_a_class_from_its_opening_to_its_grades(new_page: Callable[[], Page], site: Site, tmp_path: Path) -> None:
    tess, robin = Reviewer("tess", Hands(new_page())), Reviewer("robin", Keys(new_page()))
    ana, *_ = learners = [Learner(name, Hands(new_page())) for name in ("ana", "ben", "cem")]
    code = open_class(tess)
    invite(robin, by=tess)
    ana.sign_up()
    for learner in learners:
        learner.join(code)
        learner.bring(plan_of(learner.name))
        learner.test()
        learner.hand_in(1)
    review_the_same(tess, robin, "ana’s letters")
    accept(tess, 3)
    expect(tess.page.get_by_text("What is left is open with others")).to_be_visible()
    accept_by_keys(robin)
    expect(robin.page.get_by_text("Nothing is left to review.")).to_be_visible()
    answer(ana)
    robin.follow("Class picture")
    assert facts(robin) == {"Learners": "3", "Plans begun": "3", "Tested": "3", "Handed in": "3", "Accepted": "2"}
    look_again(tess, "ana’s letters")
    expect(robin.page.locator("#live dl").first).to_contain_text("Accepted3", timeout=10_000)
    ana.page.reload()
    expect(ana.page.get_by_role("heading", name="Accepted")).to_be_visible()
    with downloaded(tess) as packed:
        assert {*packed.namelist()} == FILES
        assert points(packed) == {"ana": "12", "ben": "12", "cem": "12"}
        report = packed.extract("learner-001.json", tmp_path)
    assert "Everything in this report follows" in site.run("plan", "report", "--verify", report)


def open_class(tess: Reviewer) -> str:
    """Open a class, say what it works on, and return the code that is written on the board."""
    tess.sign_up()
    tess.follow("My classes")
    tess.hands.write(tess.page.get_by_label("What is the class called?"), "Harnesses")
    tess.press("Open the class")
    tess.hands.write(tess.page.get_by_label("Title"), "A workflow of your own")
    tess.press("Save the exercise")
    return tess.page.locator("#join-code").inner_text()


def invite(robin: Reviewer, *, by: Reviewer) -> None:
    """Let an assistant come in, by a link that is shown once."""
    by.follow("Members")
    by.hands.choose(by.page.get_by_label("Assistant: reviews"))
    by.press("Make a link")
    link = by.page.locator("#shown-once .number").inner_text()
    robin.sign_up()
    robin.page.goto(link)
    robin.press("Take part as robin")
    expect(robin.page.get_by_role("heading", name="Submissions")).to_be_visible()


def review_the_same(tess: Reviewer, robin: Reviewer, title: str) -> None:
    """Both have one hand-in open; each keeps a draft, the first verdict stands, and the other is added to it."""
    for reviewer in (tess, robin):
        reviewer.open_queue()
        expect(reviewer.page.locator("main").get_by_text("3 to review")).to_be_visible()
        reviewer.open(title)
    expect(robin.page.get_by_text("tess opened this hand-in")).to_be_visible()
    tess.score(1)
    tess.comment("Who looks the unclear letters up?", about="Step 5, E-mail the letters")
    robin.score(2)
    robin.comment("Clearly argued.")
    for reviewer, said in ((tess, "Who looks the unclear letters up?"), (robin, "Clearly argued.")):
        reviewer.page.reload()
        assert reviewer.comments == [said]
    expect(tess.page.get_by_text("robin opened this hand-in")).to_be_visible()
    tess.press("Ask for changes")
    expect(tess.page.get_by_text("Asked for changes.")).to_be_visible()
    robin.press("Accept")
    expect(robin.page.get_by_text("Somebody else has given a verdict meanwhile.")).to_be_visible()
    assert robin.comments == ["Clearly argued."]
    robin.press("Add my remarks")
    expect(robin.page.get_by_text("Added to the review.")).to_be_visible()


def accept(reviewer: Reviewer, points: int) -> None:
    """Give the same points by each criterion, and accept; the next hand-in follows."""
    here = reviewer.page.url
    reviewer.score(points)
    reviewer.press("Accept")
    reviewer.page.wait_for_url(lambda url: url != here)
    expect(reviewer.page.get_by_text("Accepted.")).to_be_visible()


def accept_by_keys(robin: Reviewer) -> None:
    """Give three points by each criterion and accept, with access keys and without one look at the answers between."""
    keyboard = robin.page.keyboard
    access_key(robin.page, "r")
    for criterion in robin.page.locator("fieldset.criterion").all():
        first = criterion.get_by_role("radio").first
        for _ in range(3):
            keyboard.press("Tab")
            if first.evaluate("one => one === document.activeElement"):
                break
        keyboard.press("ArrowLeft")
    access_key(robin.page, "a")
    expect(robin.page.get_by_text("Accepted.")).to_be_visible()


def access_key(page: Page, key: str) -> None:
    """Press Alt and a key as a keyboard does; Playwright's own press leaves out what the key would write."""
    session = page.context.new_cdp_session(page)
    what = {"modifiers": 1, "key": key, "unmodifiedText": key, "windowsVirtualKeyCode": ord(key.upper())}
    session.send("Input.dispatchKeyEvent", {"type": "keyDown", **what})
    session.send("Input.dispatchKeyEvent", {"type": "keyUp", **what})
    session.detach()


def answer(ana: Learner) -> None:
    """Read what both reviewers say, change the plan, and hand in again."""
    ana.follow("Harnesses")
    ana.hands.press(ana.page.get_by_role("link", name=re.compile("Hand-in 1.*changes asked for")))
    feedback = ana.page.locator("#feedback")
    expect(feedback.get_by_role("heading", name="Please change something")).to_have_count(2)
    expect(feedback.locator("blockquote")).to_have_text(["Who looks the unclear letters up?", "Clearly argued."])
    ana.follow("Go on with the plan")
    ana.follow("Edit step 5, E-mail the letters")
    ana.hands.write(ana.page.locator(".editor form[id^=step-]").get_by_label("Notes"), "The coordinator looks it up.")
    ana.press("Save and close", ana.page.locator(".editor form[id^=step-]"))
    ana.test()
    ana.hand_in(2)


def look_again(tess: Reviewer, title: str) -> None:
    """See what has changed since, and accept."""
    tess.open_queue()
    expect(tess.row(title)).to_contain_text("Handed in again")
    tess.open(title)
    changes = tess.page.get_by_role("region", name="Since the first hand-in").get_by_role("listitem")
    expect(changes).to_have_count(1)
    expect(changes).to_contain_text("The coordinator looks it up.")
    accept(tess, 3)


def facts(reviewer: Reviewer) -> dict[str, str]:
    """The numbers at the head of the class picture."""
    shown = reviewer.page.locator("#live dl").first.locator("div").all()
    return {one.locator("dt").inner_text(): one.locator("dd").inner_text() for one in shown}


def downloaded(tess: Reviewer) -> zipfile.ZipFile:
    """Ask for all reports, wait for them, and take them."""
    tess.follow("Grades and reports as files")
    tess.press("Make the reports")
    link = tess.page.get_by_role("link", name="Download 3 reports (ZIP)")
    expect(link).to_be_visible(timeout=30_000)
    with tess.page.expect_download() as download:
        link.click()
    return zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes()))


def points(packed: zipfile.ZipFile) -> dict[str, str]:
    """What each learner has in the gradebook for Canvas."""
    rows = csv.DictReader(io.StringIO(packed.read("gradebook-canvas.csv").decode("utf-8-sig"), newline=""))
    return {row["Student"]: row["A workflow of your own"] for row in rows if row["Student"] != "Points Possible"}
