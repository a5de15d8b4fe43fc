"""The Example page: one screen of the worked example, the answer that was given, and the model answer beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse

from planner.services import examples, exercises, plans, walkthrough
from planner.services.walkthrough import OWN_SCREENS, SCREENS, Screen
from planner.web.contexts.frame import frame
from planner.web.contexts.kept import Kept
from planner.web.contexts.resume import resume_context
from planner.web.contexts.run_line import RunLine
from planner.web.forms.example import ExplainExampleForm
from planner.web.forms.start import NewPlanForm

if TYPE_CHECKING:
    from planner.core.plan import Plan as CorePlan
    from planner.models import Person, Plan


def example_page(
    person: Person | None, screen: Screen, *, form: ExplainExampleForm | None = None, theirs: str = ""
) -> dict[str, Any]:
    """Return one screen for a person, or for somebody who has said nothing yet.

    `form` is one to be shown again; `theirs` the answer that another tab gave since it was made.
    """
    own = examples.own_of(exercises.of(person))
    screens = SCREENS if own is None else OWN_SCREENS
    screen = screens[screen.number - 1]
    said = walkthrough.said_by(person) if person else {}
    text = said.get(screen.number, "")
    newest = plans.visible_to(person).first() if person else None
    form = form or ExplainExampleForm(initial={"text": text, "before": text})
    form.fields["text"].label = screen.prompt
    return {
        **_frame(newest),
        **_picture(screen, own),
        "screen": screen,
        "screens": [_link(one, shown=screen, said=said) for one in screens],
        "next_href": href_of(screen.number + 1) if screen.number < len(SCREENS) else "",
        "said": text,
        "form": form,
        "new_plan": NewPlanForm(),
        "conflict": _conflict(screen, form, theirs) if theirs else None,
    }


def href_of(number: int) -> str:
    """Return the address of a screen, by its number from 1."""
    return reverse("example-screen", args=[number]) if number > 1 else reverse("example")


def _conflict(screen: Screen, form: ExplainExampleForm, theirs: str) -> dict[str, Any]:
    """Return both answers, and the one that was sent, to be sent again in place of the other."""
    text = str(form["text"].value())
    return {
        "title": "This answer was changed in another tab",
        "text": "Nothing of yours is lost. Choose which one stays.",
        "pairs": [{"label": "Your answer", "here": text, "there": theirs}],
        "href": reverse("answer-example", args=[screen.number]),
        "is_page": True,
        "hidden": [("text", text), ("before", theirs)],
    }


def _frame(newest: Plan | None) -> dict[str, Any]:
    """Return the frame, with the places of the plan that the person changed last."""
    return {**frame(newest, current="example"), "mine": newest}


def _link(one: Screen, *, shown: Screen, said: dict[int, str]) -> dict[str, Any]:
    return {
        "href": href_of(one.number),
        "number": one.number,
        "name": one.name,
        "current": one == shown,
        "done": one.number in said,
    }


def _picture(screen: Screen, own: CorePlan | None) -> dict[str, Any]:
    """Return the plan as the screen shows it; a screen that leaves something blank shows nothing of the model."""
    bench = Kept(plan=walkthrough.plan_on(screen, own), base="", shown=screen.shows_guards)
    resume = resume_context(bench)
    return {
        "core": bench.plan,
        "editable": False,
        "stretches": RunLine(bench).stretches(),
        "variables": resume["variables"],
        "resume_said": resume["said"],
    }
