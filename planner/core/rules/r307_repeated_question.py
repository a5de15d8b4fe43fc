"""A person is asked once, and the answer is not lost.

Why it matters: a run that stops while a person decides, or after that, asks again. The second time the person may
answer otherwise, look less closely, or be gone; and the first answer was given for nothing.

Flagged, because a run that stops while it sends asks for the same approval again:

    Draft the letters
    |
    Approve the letters ?
    Send the letters ! [stored key]
    |
    Tidy up

Accepted, because question and answer are kept outside the run:

    Draft the letters
    |
    Approve the letters ?=
    Send the letters ! [stored key]
    |
    Tidy up
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import PlaceCheckpoint, StoreQuestion
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan, Step
from planner.core.reasoning.possible import Reask, possibilities
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.wordings.remedy import NAME_THE_RUN, comes_back_to_newest
from planner.core.wordings.wording import step_name

RULE = Rule("R307", "repeated-question", Severity.THINK, lighter=Severity.NOTE)

_LET_IT_BE = Choice("Let the run ask again, if the person minds little and the answer stays the same.")


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each gate that can be asked again: a `note` if only while it waits."""
    for found in possibilities(timeline).reasks:
        step = plan.steps[found.step]
        name = step_name(step)
        waiting = found.only_waiting
        yield RULE.finding(
            step,
            problem=f"The person is asked {name} a second time, {_when(waiting)}.",
            why=_why(plan, waiting),
            fix=(*_choices(plan, step, found), _LET_IT_BE),
            severity=Severity.NOTE if waiting else Severity.THINK,
            witness=found.witness,
        )


def _when(waiting: bool) -> str:
    return "if the run stops while it waits" if waiting else "although the answer may have been given already"


def _why(plan: Plan, waiting: bool) -> str:
    if not plan.identity.survives:
        return "A restart does not find the run, nor what was asked and answered; it begins again from its first step."
    if waiting:
        return "The question is kept nowhere outside the run. Once the answer is there, the run is saved or over."
    return "Neither question nor answer is kept outside the run, and no place to come back to follows directly."


def _choices(plan: Plan, step: Step, found: Reask) -> Iterator[Choice]:
    if not plan.identity.survives:
        yield NAME_THE_RUN
    text = "Keep the question and its answer outside the run, where a resumed run finds them. It has to check that "
    yield Choice(f"{text}the answer still holds.", StoreQuestion(step.id))
    if comes_back_to_newest(plan) and not plan.is_saved_after(step.id) and not found.only_waiting:
        text = "Place a checkpoint directly behind it. The question is then asked again only while it waits."
        yield Choice(text, PlaceCheckpoint(step.id))
