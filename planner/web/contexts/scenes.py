"""One moment of a run in words: a line for the list, and a heading with its consequence for the chosen one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from planner.core.protection import protection_of
from planner.core.telling.scene import What
from planner.core.vocabulary import Consequence, Guard, Loads
from planner.core.wordings.letters import checkpoint_word
from planner.core.wordings.wording import sentence, step_name
from planner.web.quantities import counted, of

if TYPE_CHECKING:
    from planner.core.plan import Plan, Step
    from planner.core.telling.scene import Scene

AS_PLANNED = "As planned."


@dataclass(frozen=True, slots=True)
class Told:
    """A moment in words; `tone` and `glyph` are empty where nothing stands out."""

    line: str
    title: str
    text: str
    tone: str = ""
    glyph: str = ""


_STOPS = {
    What.STOPPED_RECOVERING: (
        "stopped while resuming",
        "The run is stopped while it resumes",
        "It has done no work yet.",
    ),
    What.STOPPED_BEFORE: ("stopped before it began", "The run is stopped before {name}", "Nothing of it has happened."),
    What.STOPPED_PART_WAY: (
        "stopped part-way",
        "The run is stopped in the middle of {name}",
        "What it has done since the last snapshot is lost to it.",
    ),
    What.STOPPED_UNCONFIRMED: (
        "stopped before it was confirmed",
        "The run is stopped before {name} is confirmed",
        "It has happened outside. The run has not noted that.",
    ),
    What.STOPPED_UNANSWERED: (
        "stopped before the answer",
        "The run is stopped before the answer is read",
        "The person has been asked. The run has not noted that.",
    ),
    What.STOPPED_ASKING_PERSON: (
        "stopped while a person looked",
        "The run is stopped while it waits for a person",
        "What the person sees is lost to it.",
    ),
    What.STOPPED_SAVING: (
        "stopped while saving {checkpoint}",
        "The run is stopped while {checkpoint} is saved",
        "This snapshot does not count; the one before it does.",
    ),
}
_PASSED = {
    What.PERSON_LOOKED: (
        "a person has looked",
        "A person sees what has happened",
        "The run waits until they have looked.",
    ),
    What.SKIPPED: (
        "on record as done",
        "{name} is on record as done",
        "The run passes it by and does not act again. The guard has worked.",
    ),
    What.FOUND_DONE: (
        "found done",
        "{name} is found done",
        "The run learns that it has happened and does not act again. The guard has worked.",
    ),
    What.STILL_ASKED: (
        "the question stands",
        "The question still stands",
        "It is kept outside the run, so that nobody is asked twice.",
    ),
    What.LEFT: (
        "on record as begun",
        "{name} is left as it is",
        "The record says that it was begun, so the run does not act again. It had happened.",
    ),
}
_PLAIN = {
    What.DONE: ("", "{name} is done", AS_PLANNED),
    What.DONE_AGAIN: ("again", "{name} is done again", "This work was done before and was lost with the stop."),
    What.ACTED: ("", "{name} happens", "The outside world has changed, as planned."),
    What.ASKED: ("asked", "{name}: a person is asked", AS_PLANNED),
    What.ANSWERED: ("", "{name}: a person has decided", AS_PLANNED),
}
_CONSEQUENCES = {
    Consequence.IRREVERSIBLE: " It cannot be undone.",
    Consequence.COSTLY: " That is costly.",
    Consequence.NUISANCE: " That is a nuisance.",
}


class Teller:
    """Says the moments of one run of a plan."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def told(self, scene: Scene, *, start: str | None) -> Told:
        """Return a moment in words; `start` is the checkpoint that its try started from."""
        if scene.step is not None and scene.what in _STOPS:
            return self._told(scene, _STOPS[scene.what], tone="fix", glyph="icon-bolt")
        if scene.what in _PASSED:
            return self._told(scene, _PASSED[scene.what], tone="passed", glyph="icon-passed")
        if scene.what in _PLAIN:
            return self._told(scene, _PLAIN[scene.what])
        return self._harmed(scene, start) or self._of_the_run(scene)

    def _told(self, scene: Scene, words: tuple[str, str, str], *, tone: str = "", glyph: str = "") -> Told:
        step = self._plan.step(scene.step or "")
        names = {"name": step_name(step), "checkpoint": checkpoint_name(self._plan, scene.checkpoint)}
        after, title, text = (part.format(**names) for part in words)
        return Told(self._line(step, scene, after), title, text, tone, glyph)

    def _line(self, step: Step, scene: Scene, after: str) -> str:
        """Return a line of the list: Step 6 · Create gift receipts, items 1 to 31 of 48: found done."""
        number = self._plan.index_of(step.id) + 1
        line = f"Step {number} · {step.name or step.id}{_items(step, scene)}"
        return f"{line}: {after}" if after else line

    def _harmed(self, scene: Scene, start: str | None) -> Told | None:
        """Return a moment in which something goes otherwise than it should; None for any other."""
        if scene.step is None:
            return None
        step = self._plan.step(scene.step)
        match scene.what:
            case What.ACTED_AGAIN:
                text = f"The outside world sees it a second time{_how_often(step, scene)}.{_consequence(step)}"
                words = ("a second time", "{name} happens again", f"{text} {self._why_again(step, start)}")
                return self._told(scene, words, tone="fix", glyph="glyph-twice")
            case What.MISSED:
                why = "The record says that it was begun, so the run passes it by. It has never happened."
                return self._told(scene, ("left out", "{name} is left out", why), tone="fix", glyph="icon-fix")
            case What.DONE_OTHERWISE:
                why = "The outside world has acted on the first result, and the run no longer has that."
                words = ("a different result", "{name} comes out different", why)
                return self._told(scene, words, tone="fix", glyph="icon-fix")
            case What.ASKED_AGAIN | What.ANSWERED_AGAIN:
                why = "They were asked before, and that was lost with the stop."
                words = ("asked again", "{name}: a person is asked again", why)
                return self._told(scene, words, tone="think", glyph="icon-think")
            case What.RECOGNISED:
                words = ("repeated without harm", "{name} is repeated without harm", _why_harmless(step))
                return self._told(scene, words, tone="passed", glyph="icon-passed")
        return None

    def _why_again(self, step: Step, start: str | None) -> str:
        protection = protection_of(self._plan, step)
        if Guard.IDEMPOTENCY_KEY in step.guards:
            return "The repeat carries another key than the first time, or the receiver no longer knows that one."
        if protection.records:
            return "Its record is written only after the act, and the stop came between the two."
        back = f"{checkpoint_name(self._plan, start)} has" if start else "The start of the run has"
        unread = ", and the guard is not read when resuming" if step.guards else ", and nothing else is checked"
        return f"The run does what the plan says: {back} no trace of the first time{unread}."

    def _of_the_run(self, scene: Scene) -> Told:
        checkpoint = checkpoint_name(self._plan, scene.checkpoint)
        match scene.what:
            case What.STARTS:
                return Told("Starts at step 1", "The run starts", "Nothing is done yet.")
            case What.STARTS_OVER:
                return Told("Starts over at step 1", "The run starts over", self._why_over())
            case What.RESUMES:
                text = f"It loads what {checkpoint} has saved and believes that. What came after is lost to it."
                return Told(f"Resumes from {checkpoint}", f"The run resumes from {checkpoint}", text)
            case What.SAVED:
                text = "From here on, a run that stops has this to go on from, if it holds what is needed."
                return Told(f"{sentence(checkpoint)} saved", f"{sentence(checkpoint)} is saved", text)
            case What.STOPPED_RECOVERING:
                line, title, text = _STOPS[scene.what]
                return Told(sentence(line), title, text, "fix", "icon-bolt")
            case What.CANNOT_LOAD:
                text = f"The plan loads the newest snapshot, that of {checkpoint}, and it lacks what is needed."
                return Told(f"Cannot go on from {checkpoint}", "The run cannot go on", text, "fix", "icon-fix")
            case What.GIVEN_UP:
                return Told("Given up", "The run is given up", "It was stopped 1,000 times.", "fix", "icon-fix")
        return Told("Finished", "The run finishes", "All steps are done.")

    def _why_over(self) -> str:
        if not self._plan.identity.survives:
            return "After a stop this run is not found again, so everything begins anew."
        if self._plan.resume.loads is Loads.RESTART:
            return "The plan says so: it loads no snapshot."
        return "There was no snapshot yet from which it could go on."


def checkpoint_name(plan: Plan, checkpoint_id: str | None) -> str:
    """Return what a checkpoint is called in a sentence; the start for none."""
    return f"checkpoint {checkpoint_word(plan, checkpoint_id)}" if checkpoint_id else "the start"


def _items(step: Step, scene: Scene) -> str:
    """Return which items of a batch a moment is about; nothing if it is all of them."""
    first, last = scene.first_item, scene.last_item
    if first is None or last is None or last - first + 1 == step.items:
        return ""
    items = f"item {first + 1:,}" if first == last else f"items {first + 1:,} to {last + 1:,}"
    return f", {items} of {step.items:,}"


def _how_often(step: Step, scene: Scene) -> str:
    if scene.first_item is None or scene.last_item is None:
        return ""
    return f", for {of(scene.last_item - scene.first_item + 1, step.items)} items"


def _consequence(step: Step) -> str:
    return _CONSEQUENCES[step.consequence] if step.consequence else ""


def _why_harmless(step: Step) -> str:
    if step.idempotent:
        return "Doing it twice has the effect of doing it once."
    return "The receiver recognises the repeat by its key and takes it for the same."


def tries_in_words(tries: int) -> str:
    """Return how many tries: one try, 3 tries."""
    return counted(tries, "try", "tries")
