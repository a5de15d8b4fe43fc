"""How a person works a page: with a mouse, by keyboard alone or by fingers; with the script of the site or without."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

MOST_TABS = 400
BUSY = ".htmx-request, .htmx-swapping, .htmx-settling"
HAS_FOCUS = "one => one === document.activeElement"
IS_REACHED = """one => one === document.activeElement || (
    one.type === "radio" && document.activeElement.name === one.name && document.activeElement.form === one.form
)"""
IS_BEHIND = "one => Boolean(one.compareDocumentPosition(document.activeElement) & Node.DOCUMENT_POSITION_FOLLOWING)"


@dataclass(frozen=True)
class Hands:
    """A person with a mouse; `script`: the page saves each field by itself."""

    page: Page
    script: bool = True

    def press(self, button: Locator) -> None:
        """Press a button or follow a link."""
        button.click()
        self.wait()

    def choose(self, box: Locator) -> None:
        """Choose a radio button or tick a box."""
        box.check()
        self.wait()

    def write(self, field: Locator, text: str) -> None:
        """Write into a field, and leave it."""
        field.fill(text)
        field.blur()
        self.wait()

    def save(self, button: Locator) -> None:
        """Press a button that is there only where nothing saves itself."""
        if self.script:
            expect(button).to_be_hidden()
        else:
            self.press(button)

    def wait(self) -> None:
        """Wait until nothing is on its way."""
        self.page.locator(BUSY).first.wait_for(state="detached")


class Fingers(Hands):
    """A person in front of a screen that is touched."""

    def press(self, button: Locator) -> None:
        """Tap it."""
        button.tap()
        self.wait()


class Keys(Hands):
    """A person without a mouse: every control is reached with Tab, from where the focus is."""

    def press(self, button: Locator) -> None:
        """Reach it and press Enter."""
        self._reach(button)
        self.page.keyboard.press("Enter")
        self.wait()

    def choose(self, box: Locator) -> None:
        """Reach it, or its group and go on with the arrow keys, and press Space if that has not chosen it."""
        self._reach(box)
        for _ in range(12):
            if box.evaluate(HAS_FOCUS):
                break
            self.page.keyboard.press("ArrowDown")
            self.wait()
        if not box.is_checked():
            self.page.keyboard.press("Space")
        expect(box).to_be_checked()
        self.wait()

    def write(self, field: Locator, text: str) -> None:
        """Reach it, write over what is there, and go on."""
        self._reach(field)
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.type(text)
        self.page.keyboard.press("Tab")
        self.wait()

    def _reach(self, control: Locator) -> None:
        expect(control).to_be_visible()
        key = "Shift+Tab" if control.evaluate(IS_BEHIND) else "Tab"
        for _ in range(MOST_TABS):
            if control.evaluate(IS_REACHED):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{MOST_TABS} times {key} do not reach {control}")
