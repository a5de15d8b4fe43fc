"""What keeps an action from being repeated or lost, in the words of the page, each choice with its limit."""

from __future__ import annotations

from planner.core.change import AddGuards, SetIdentitySource, SetKeySource
from planner.core.finding import Choice
from planner.core.plan import Plan, Step
from planner.core.vocabulary import Consequence, GateWhen, Guard, IdentitySource, KeySource, Loads

_BEFORE_AND_AFTER = (Guard.ACTION_RECORD, Guard.INTENT_RECORD)

_GRAVITY = {
    None: "",
    Consequence.NUISANCE: ", which is a nuisance",
    Consequence.COSTLY: ", which costs something",
    Consequence.IRREVERSIBLE: ", which cannot be undone",
}

UNDO = Choice("Undo it afterwards (compensation). That repairs a repeat and does not prevent it, so this stays.")
NAME_THE_RUN = Choice(
    "Name the run by what it is about, so that a restart finds it and its records. By itself that guards nothing.",
    SetIdentitySource(IdentitySource.BUSINESS_KEY),
)


def against_repeats(plan: Plan, step: Step) -> tuple[Choice, ...]:
    """Return the guards of which each keeps an action from being repeated, the strongest first."""
    if not plan.identity.survives:
        return NAME_THE_RUN, look_up(step), ask_when_resuming(step)
    recorded = (look_up_unclear(step), ask_about_unclear(step))
    return recorded if Guard.IDEMPOTENCY_KEY in step.guards else (*recorded, send_a_key(step))


def look_up_unclear(step: Step) -> Choice:
    """Record before and after; what is unclear is looked up."""
    text = "Record the action before and after, and look unclear ones up. The other system must be able to tell."
    return Choice(text, AddGuards(step.id, (*_BEFORE_AND_AFTER, Guard.LOOKUP)))


def ask_about_unclear(step: Step) -> Choice:
    """Record before and after; what is unclear a person decides."""
    text = "Record the action before and after, and let a person decide unclear ones. The run waits for that person."
    return Choice(text, AddGuards(step.id, (*_BEFORE_AND_AFTER, Guard.HUMAN_GATE), GateWhen.ON_RESUME))


def look_up(step: Step) -> Choice:
    """Look it up before acting."""
    text = "Look it up before acting. The other system must be able to tell, also a moment after the act."
    return Choice(text, AddGuards(step.id, (Guard.LOOKUP,)))


def ask_when_resuming(step: Step) -> Choice:
    """A person confirms when resuming."""
    text = "Let a person confirm it when the run resumes. The run waits for that person, who has to look."
    return Choice(text, AddGuards(step.id, (Guard.HUMAN_GATE,), GateWhen.ON_RESUME))


def send_a_key(step: Step) -> Choice:
    """A key that the receiver recognises."""
    text = "Send a key that the receiver recognises (idempotency key). It helps for as long as the receiver keeps it."
    return Choice(text, AddGuards(step.id, (Guard.IDEMPOTENCY_KEY,)))


def store_the_key(step: Step) -> Choice:
    """The same key in each attempt."""
    text = "Make the key once, store it before the first attempt, and send the same one each time."
    return Choice(text, SetKeySource(step.id, KeySource.STORED))


def comes_back_to_newest(plan: Plan) -> bool:
    """Whether a resumed run comes back to the newest snapshot, so that a further checkpoint can serve it."""
    return plan.identity.survives and plan.resume.loads in (None, Loads.LATEST, Loads.LATEST_VALID)


def left_unguarded(plan: Plan, step: Step) -> str:
    """Return why no guard holds off a repeat of an action, as the beginning of a sentence."""
    if not step.guards:
        return "Nothing guards it"
    if plan.identity.survives:
        return "The resumed run does not look at its guard"
    return "Its guard is lost with the run"


def twice(step: Step, name: str, *, how: str = "") -> str:
    """Return what a repeat comes to for the world outside, as the beginning of a sentence."""
    return f"{name} can happen twice{how}{_GRAVITY[step.consequence]}"
