"""The learner's way through the whole exercise, as one person walks it with whatever hands they have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.hands import Hands

STEPS = (
    ("Export the open invoices", "Looks something up"),
    ("Check each against its order", "The run’s own work"),
    ("Approve the payments", "A person decides"),
    ("Pay each invoice", "Changes the outside world"),
    ("Post the total in the chat", "Changes the outside world"),
)
SAVED = ("result of step 2", "result of step 3")
ANSWERS = {
    "complete": "What was checked, and what was approved.",
    "consistent": "Nothing is half done once the person has decided.",
    "confirmed": "Nothing outside has changed before.",
    "repeatable": "Paying has its guard.",
    "worthwhile": "Twenty minutes are kept for two seconds.",
}
REASON = "A second message does no harm."
HELPS = "The bank can say which invoice was paid."
MARKS = ("No", "No", "No", "Yes", "Yes")
CHECKS = (
    "Is this the same run?",
    "Is the snapshot whole and readable?",
    "Are the steps still the same as before the stop?",
    "What do the action records say is done?",
)


@dataclass(frozen=True)
class Trip:
    """One person on their way."""

    hands: Hands

    @property
    def page(self) -> Page:
        """The page in front of them."""
        return self.hands.page

    @property
    def acts(self) -> tuple[Callable[[], None], ...]:
        """What they do, in this order."""
        return (
            self.start,
            self.enter_steps,
            self.describe_steps,
            self.place_checkpoint,
            self.mark_steps,
            self.choose_guard,
            self.say_how_it_resumes,
            self.take_findings,
            self.test,
            self.watch,
            self.hand_in,
        )

    def start(self) -> None:
        """From the front page to an empty plan."""
        self.page.goto("/")
        self.hands.write(self.page.get_by_label("What is your workflow called?"), "Pay the suppliers")
        self._press("Start")
        expect(self.page.get_by_role("heading", level=1)).to_contain_text("Pay the suppliers")

    def enter_steps(self) -> None:
        """Write the steps, one after another."""
        for number, (name, kind) in enumerate(STEPS, 1):
            form = self.page.locator("#next-step")
            self.hands.choose(form.get_by_label(kind))
            self.hands.write(form.locator(f"#next-step-{number}-name"), name)
            self._press("Add step")
            expect(self.page.get_by_role("heading", name=f"{number} {name}", exact=True)).to_be_visible()

    def describe_steps(self) -> None:
        """Say how long steps take, for how many items, what they use, and how bad a repeat is."""
        with self._editing_step(2) as form:
            self.hands.write(form.get_by_label("How long does it take?"), "1 min")
            self.hands.write(form.get_by_label("For how many items"), "20")
            self.hands.choose(form.get_by_label("It comes out different each time"))
        with self._editing_step(3) as form:
            self.hands.choose(form.get_by_label("The question and its answer are kept"))
        with self._editing_step(4) as form:
            self.hands.choose(form.get_by_label("Cannot be undone"))
            self.hands.write(form.get_by_label("How long does it take?"), "5 s")
            self.hands.write(form.get_by_label("For how many items"), "20")
            self.hands.choose(form.get_by_label("result of step 2"))
        with self._editing_step(5) as form:
            self.hands.choose(form.get_by_label("A nuisance to repeat"))

    def place_checkpoint(self) -> None:
        """Place a checkpoint behind the approval, say what it saves, and answer the five questions."""
        self._press("Add a checkpoint after step 3")
        form = self.page.locator("form[id^=checkpoint-][id$=-form]").first
        for name in SAVED:
            self.hands.choose(form.get_by_label(name))
        self.hands.write(form.get_by_label("How long does"), "2 s")
        self._press("Save and close", form)
        for key, reason in ANSWERS.items():
            self._answer(key, reason)

    def mark_steps(self) -> None:
        """Say of each step whether it would happen again outside."""
        for number, ((name, _), word) in enumerate(zip(STEPS, MARKS, strict=True), 1):
            mark = self.page.locator("form.mark").nth(number - 1)
            group = mark.get_by_role("group", name=f"Happens again outside? Step {number}, {name}")
            self.hands.choose(group.get_by_label(word, exact=True))
            self._save("Save this mark", mark)

    def choose_guard(self) -> None:
        """Choose a guard that leaves a gap."""
        with self._editing_step(4, form="guard-") as form:
            self.hands.choose(form.get_by_label("Action record, written after acting"))

    def say_how_it_resumes(self) -> None:
        """Fill in part 4."""
        identity, storage, resume = (self.page.locator(f"#{name}") for name in ("identity", "storage", "resume"))
        self.hands.choose(identity.get_by_label("Something from the work itself"))
        self.hands.write(identity.get_by_label("Which one is that?"), "The number of the payment week")
        self.hands.choose(identity.get_by_label("A lock, held until the run ends"))
        self._save("Save which run it is", identity)
        self.hands.write(storage.get_by_label("Where do snapshots and records live?"), "A table in our database")
        self._save("Save where it is kept", storage)
        self.hands.choose(resume.get_by_label("The latest snapshot that passes its checks"))
        self.hands.choose(resume.get_by_label("It asks a person"))
        for check in CHECKS:
            self.hands.choose(resume.get_by_role("checkbox", name=check))
        self._save("Save how it resumes", resume)

    def take_findings(self) -> None:
        """Take up what one finding suggests, and leave another as it is, with a reason."""
        gap = self._finding("if the run stops between the act and its record")
        self.hands.choose(gap.get_by_role("radio").first)
        self._press("Apply to step 4", gap)
        expect(self._finding_titled("if the run stops between the act and its record")).to_have_count(0)
        nuisance = self._finding("is a nuisance")
        self._open(nuisance.locator("details"))
        self.hands.write(nuisance.get_by_label("Why"), REASON)
        self._press("Accept with this reason", nuisance)
        expect(self.page.get_by_text("Accepted with a reason")).to_have_count(1)

    def test(self) -> None:
        """Predict and test, and see that it went otherwise."""
        self.hands.press(self.page.get_by_role("link", name="Test", exact=True))
        twice = self.page.get_by_role("group", name="How often will “Post the total in the chat” happen twice?")
        self.hands.choose(twice.get_by_label("Never"))
        for group in self.page.get_by_role("group", name="How sure are you?").all():
            self.hands.choose(group.get_by_label("Fairly sure"))
        self.hands.write(self.page.get_by_label("How much work will a typical interrupted run repeat?"), "5 min")
        self._press("Run the tests")
        expect(self.page.get_by_text("More often than you predicted.")).to_be_visible()

    def watch(self) -> None:
        """Go from the most telling moment to the one before it, and to its own address."""
        moment = self.page.get_by_role("region", name="happens again")
        expect(moment.get_by_text("Moment 11 of 12")).to_be_visible()
        self.hands.press(moment.get_by_role("link", name="Back"))
        expect(self.page.get_by_text("Moment 10 of 12")).to_be_visible()
        expect(self.page.get_by_role("radio", name="on record as done")).to_be_checked()
        assert self.page.url.endswith("?run=29&moment=10")

    def hand_in(self) -> None:
        """Say why the suggestion helps, confirm that nothing secret is in it, and hand in."""
        self.hands.press(self.page.get_by_role("link", name="Hand in", exact=True).first)
        self.hands.write(self.page.get_by_label("Why does it help here?"), HELPS)
        self._press("Save why")
        expect(self.page.get_by_role("heading", name="To finish first")).to_have_count(0)
        self.hands.choose(self.page.get_by_label("I have read what I hand in."))
        self._press("Hand in")
        expect(self.page.get_by_text("This version stays as it was handed in.")).to_be_visible()
        expect(self.page.get_by_role("heading", name="Feedback")).to_be_visible()

    def _finding(self, words: str) -> Locator:
        finding = self._finding_titled(words)
        self._open(finding)
        return finding

    def _finding_titled(self, words: str) -> Locator:
        return self.page.locator("details.finding", has=self.page.get_by_role("heading", name=words))

    def _answer(self, key: str, reason: str) -> None:
        self._open(self.page.locator("details.questions"))
        question = self.page.locator(f"details.question[id$=-{key}]")
        self._open(question)
        self.hands.choose(question.get_by_label("Yes", exact=True))
        self.hands.write(question.get_by_label("Your reason:"), reason)
        self._save("Save this answer", question)

    @contextmanager
    def _editing_step(self, number: int, *, form: str = "step-") -> Iterator[Locator]:
        self.hands.press(self.page.get_by_role("link", name=f"Edit step {number}, {STEPS[number - 1][0]}"))
        editor = self.page.locator(f".editor form[id^={form}]").first
        expect(editor).to_be_visible()
        yield editor
        self._press("Save and close", editor)
        expect(self.page.locator(".editor")).to_have_count(0)

    def _open(self, details: Locator) -> None:
        if details.get_attribute("open") is None:
            self.hands.press(details.locator("summary").first)

    def _press(self, name: str, inside: Locator | None = None) -> None:
        self.hands.press((inside or self.page).get_by_role("button", name=name, exact=True))

    def _save(self, name: str, inside: Locator) -> None:
        self.hands.save(inside.get_by_role("button", name=name, exact=True))
