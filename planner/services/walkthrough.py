"""The worked example in four screens that fade, each with a question to be answered in one's own words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from django.db import transaction

from planner.core.errors import PlanError, require
from planner.core.plan import Answer
from planner.core.planfile import read_plan
from planner.models import Explanation
from planner.services.draft import tidy_text
from planner.services.own_words import require_unmoved

if TYPE_CHECKING:
    from planner.core.plan import Plan as CorePlan
    from planner.models import Person, User

WORKED = Path(__file__).parent.parent / "data" / "worked.json"
MOST_CHARACTERS = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """One screen: what it shows of the four parts of the plan, what it asks, and a model answer in paragraphs."""

    number: int
    name: str
    title: str
    lead: str
    prompt: str
    model: str
    shows_guards: bool = True
    shows_resume: bool = True


SCREENS = (
    Screen(
        number=1,
        name="All worked",
        title="A plan, all worked out",
        lead="A charity thanks its donors every week, in eight steps. Restarts and closed laptops stop the run. "
        "The plan says for each stop where the run goes back to, and what keeps a donor from a second letter.",
        prompt="Checkpoint A stands after step 3. Why not before it, and why not after step 4?",
        model=(
            "Drafting takes 25 minutes and comes out different each time. Saved right after it, the letters that the "
            "coordinator reads are the letters that go out, whatever stops the run.\n\n"
            "One step earlier, each stop would draft them anew. One step later, a stop while the run waits for the "
            "coordinator would throw the drafts away."
        ),
    ),
    Screen(
        number=2,
        name="Resume left blank",
        title="The same plan, without part 4",
        lead="State and resume are left blank. The rest is as before.",
        prompt="The run stops after 20 of the 48 letters. What does the next try load, and what does it look at before "
        "it sends anything?",
        model=(
            "It loads checkpoint A, the latest snapshot that passes its checks. The drafts are in it; the approval is "
            "not, so the coordinator is asked once more.\n\n"
            "Before it sends, it makes sure that it is the run of this week and the only one. It reads which letters "
            "are noted as sent, and searches the outbox for the one that was begun and not noted. If that stays "
            "unclear, it asks a person."
        ),
        shows_resume=False,
    ),
    Screen(
        number=3,
        name="Guards left blank",
        title="The same plan, without parts 3 and 4",
        lead="The marks on the steps, the guards, and state and resume are left blank.",
        prompt="Which steps would do harm outside if the run went over them twice, and what would keep each from it?",
        model=(
            "Step 5 and step 6: a second letter cannot be taken back, and a second receipt has to be corrected. Each "
            "donor is noted before and after; after a stop, the one in between is looked up.\n\n"
            "A second summary in the chat (step 8) is a nuisance; looking into the channel first is enough. Marking a "
            "donor (step 7) sets the same field, so a repeat changes nothing.\n\n"
            "Another checkpoint would not do: the run can still stop between sending and saving."
        ),
        shows_guards=False,
        shows_resume=False,
    ),
    Screen(
        number=4,
        name="Your own",
        title="Now a workflow of your own",
        lead="Take one that you know, with at least five steps of which one changes something outside.",
        prompt="Which step of your workflow would hurt most if it happened twice, and how could the next try find out "
        "that it has happened already?",
        model=(
            "A good answer names one step that changes something outside, and who would notice the repeat.\n\n"
            "It then names a trace outside the run: an outbox, an order number, a record of its own. Where there is no "
            "such trace, the plan has to make one."
        ),
    ),
)

OWN_SCREENS = (
    replace(
        SCREENS[0],
        lead="The example of your class, with its checkpoints, its guards and what happens on resume.",
        prompt="Take one checkpoint. Why does it stand there, and not a step earlier or later?",
        model=(
            "A good answer says what would be done again with the checkpoint one step earlier, and what would be lost "
            "or asked again with it one step later.\n\n"
            "It looks first at the steps that take long, come out different each time, wait for a person or change "
            "something outside."
        ),
    ),
    replace(
        SCREENS[1],
        prompt="The run stops in the middle. What does the next try load, and what does it look at before it acts?",
        model=(
            "A good answer names the snapshot that is loaded, and what is in it.\n\n"
            "It then says how the run knows that it is the same run and the only one, and how it finds out what became "
            "of an action that was begun and not noted as done."
        ),
    ),
    replace(
        SCREENS[2],
        model=(
            "A good answer names the steps that change something outside, and who would notice a repeat.\n\n"
            "It names for each what keeps it from happening twice: a record, a look-up, a key that the receiver "
            "recognises, a person. Another checkpoint would not do: the run can still stop between acting and saving."
        ),
    ),
    SCREENS[3],
)
"""The same for an example that a class has brought: the questions fit any plan."""


def plan_on(screen: Screen, own: CorePlan | None = None) -> CorePlan:
    """Return the worked example, or a class's own, with what a screen shows of it."""
    plan = own or _worked()
    return plan if screen.shows_guards else _without_guards(plan)


def said_by(person: Person) -> dict[int, str]:
    """Return what a person has answered, by the number of the screen."""
    return dict(Explanation.objects.filter(**person.ownership).values_list("screen", "text"))


def answer(person: Person, *, screen: Screen, text: str, before: str) -> None:
    """Keep a person's answer to a screen in place of `before`, the answer that the form was made with, if any.

    PlanError with the path `text`; TextHasMoved if another answer has been kept meanwhile.
    """
    text = _tidy(text)
    with transaction.atomic():
        kept, is_new = Explanation.objects.select_for_update().get_or_create(
            **person.ownership, screen=screen.number, defaults={"text": text}
        )
        if not is_new:
            require_unmoved(kept.text, new=text, before=before)
            kept.text = text
            kept.save()


def _tidy(text: str) -> str:
    try:
        text = tidy_text(text).strip()
    except PlanError as error:
        raise error.within("text") from None
    require(text != "", "text", "an answer in your own words")
    require(len(text) <= MOST_CHARACTERS, "text", f"at most {MOST_CHARACTERS:,} characters")
    return text


def adopt(session_token: str, user: User) -> None:
    """Give the answers of a browser to the user who signs in there; what the user has answered already stays."""
    of_browser = Explanation.objects.filter(session_token=session_token)
    of_browser.filter(screen__in=user.explanations.values("screen")).delete()
    of_browser.update(owner=user, session_token="")


@cache
def _worked() -> CorePlan:
    return read_plan(WORKED.read_bytes())


def _without_guards(plan: CorePlan) -> CorePlan:
    """Return the plan without its guards and marks, and without the answers that speak of them."""
    return replace(
        plan,
        steps=tuple(replace(step, guards=(), replay_risk=None) for step in plan.steps),
        checkpoints=tuple(
            replace(checkpoint, answers=replace(checkpoint.answers, repeatable=Answer()))
            for checkpoint in plan.checkpoints
        ),
    )
