"""What the people of a class do, each in front of a browser of their own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.hands import Hands

PASSWORD = "four words and 1 digit"


@dataclass(frozen=True)
class Someone:
    """A person of a class."""

    name: str
    hands: Hands

    @property
    def page(self) -> Page:
        """The page in front of them."""
        return self.hands.page

    def press(self, name: str, inside: Locator | None = None) -> None:
        """Press a button."""
        self.hands.press((inside or self.page).get_by_role("button", name=name, exact=True))

    def follow(self, name: str, inside: Locator | None = None) -> None:
        """Follow a link."""
        self.hands.press((inside or self.page).get_by_role("link", name=name, exact=True).first)

    def sign_up(self) -> None:
        """Make an account."""
        self.page.goto("/account/sign-up/")
        self.hands.write(self.page.get_by_label("Name"), self.name)
        for field in ("Password", "The same password again"):
            self.hands.write(self.page.get_by_label(field, exact=True), PASSWORD)
        self.press("Make the account")
        expect(self.page.get_by_role("button", name="Sign out")).to_be_visible()


class Learner(Someone):
    """One who learns: comes in, hands in, reads what is said, and hands in again."""

    def join(self, code: str) -> None:
        """Come in with the code of the class, as it is written on a board."""
        self.page.goto("/join/")
        self.hands.write(self.page.get_by_label("Join code"), code)
        self.press("Go on")
        self.hands.write(self.page.get_by_label("What shall the class call you?"), self.name)
        self.press("Join the class")
        expect(self.page.get_by_role("heading", name="You are in")).to_be_visible()

    def bring(self, plan: str) -> None:
        """Start from a plan file."""
        self.follow("Go to the class")
        self.follow("a plan file")
        self.page.get_by_label("Or its text").fill(plan)
        self.press("Start from this file")
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(self.name, timeout=5000)

    def test(self) -> None:
        """Predict and test."""
        self.hands.press(self.page.get_by_role("navigation").get_by_role("link", name=re.compile("Test$")).first)
        for group in self.page.get_by_role("group", name=re.compile("happen twice")).all():
            self.hands.choose(group.get_by_label("Never"))
        for group in self.page.get_by_role("group", name="How sure are you?").all():
            self.hands.choose(group.get_by_label("Fairly sure"))
        self.hands.write(self.page.get_by_label("How much work will a typical interrupted run repeat?"), "5 min")
        self.press("Run the tests")

    def hand_in(self, number: int) -> None:
        """Hand in what is tested."""
        self.hands.press(self.page.get_by_role("navigation").get_by_role("link", name=re.compile("Hand in$")).first)
        self.hands.choose(self.page.get_by_label("I have read what I hand in."))
        self.press("Hand in")
        self.page.wait_for_url(f"**/hand-in/{number}/")


class Reviewer(Someone):
    """One of the staff, who looks at what is handed in."""

    def open_queue(self, name: str = "To review") -> None:
        """Look at the queue, or at another part of it."""
        self.follow("Submissions")
        if name != "To review":
            self.hands.press(self.page.get_by_role("link", name=re.compile(f"^{name} ")))

    def row(self, title: str) -> Locator:
        """The line of a workflow in the queue."""
        return self.page.get_by_role("row").filter(has_text=title)

    def open(self, title: str) -> None:
        """Open the hand-in of a workflow from the queue."""
        self.hands.press(self.row(title).get_by_role("link"))
        expect(self.page.get_by_text(title).first).to_be_visible()

    def score(self, points: int) -> None:
        """Give so many points by each criterion."""
        for group in self.page.locator("fieldset.criterion").all():
            self.hands.choose(group.get_by_role("radio", name=re.compile(f"^{points} of 3")))

    def comment(self, text: str, *, about: str = "") -> None:
        """Write one more comment."""
        row = self.page.locator(".comment").last
        if about:
            row.get_by_label("What this comment is about").select_option(label=about)
            self.hands.wait()
        field = row.get_by_role("textbox")
        self.hands.write(field, text)
        expect(self.page.locator(".comment").last.get_by_role("textbox")).to_be_empty()

    @property
    def comments(self) -> list[str]:
        """What stands in the form."""
        return [field.input_value() for field in self.page.locator(".comment textarea").all()][:-1]
