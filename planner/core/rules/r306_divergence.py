"""What the world has acted on is not made anew with another result.

Why it matters: a step that comes out differently each time, such as a draft by a language model, may be done again
after an action has used its result. Outside there is then one text, in the run another, and nobody knows which counts.

Flagged, because the letter in the archive need not be the one that was sent:

    Draft the letter ~ -> letter
    Send the letter ! [stored key] <- letter
    |
    File the letter <- letter

Accepted, because the letter is saved before anything acts on it:

    Draft the letter ~ -> letter
    |
    Send the letter ! [stored key] <- letter
    |
    File the letter <- letter
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import PlaceCheckpoint, SetIdentitySource, SetLoads
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan, Step
from planner.core.reasoning.possible import possibilities
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.vocabulary import IdentitySource, Loads
from planner.core.wordings.wording import step_name

RULE = Rule("R306", "divergence", Severity.FIX, lighter=Severity.THINK)

_SAME_EACH_TIME = Choice("Let the step give the same each time, if it can: the same input, no chance, no clock.")


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each non-deterministic step that can be completed again after an action that rests on it."""
    for found in possibilities(timeline).divergences:
        step, action = plan.steps[found.step], plan.steps[found.action]
        name, harmful = step_name(step), found.harmful is not None
        yield RULE.finding(
            step,
            problem=f"{step_name(action)} can have acted on a result of {name} that the run no longer has.",
            why=f"{name} comes out differently each time, and a run that stops after {step_name(action)} can go back "
            "to before it.",
            fix=(_save_result(plan, step), _SAME_EACH_TIME),
            severity=Severity.FIX if harmful else Severity.THINK,
            witness=found.witness,
        )


def _save_result(plan: Plan, step: Step) -> Choice:
    if not plan.identity.survives:
        text = "Name the run by what it is about, so that a restart finds what was saved."
        return Choice(text, SetIdentitySource(IdentitySource.BUSINESS_KEY))
    if plan.resume.loads not in (None, Loads.LATEST_VALID):
        text = "Let a resumed run load the latest valid snapshot, so that it does not go back further than it must."
        return Choice(text, SetLoads(Loads.LATEST_VALID))
    text = f"Place a checkpoint behind {step_name(step)}, so that the result is saved before anything acts on it."
    return Choice(f"{text} Each run pays for the save.", PlaceCheckpoint(step.id))
