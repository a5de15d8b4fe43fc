"""What every number of the model rests on: what the model takes for granted, and what the plan leaves unanswered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from planner.core.finding import THE_PLAN, Place
from planner.core.plan import Interruptions, Plan, Step
from planner.core.vocabulary import Guard, Kind
from planner.core.wordings.wording import duration, named_steps

TAKEN_FOR_GRANTED = (
    "Only one runner works on a run at a time.",
    "Another system that is asked what happened answers right, and so does a person.",
    "A step takes the same time each time.",
    "A record is kept from the instant in which it is written.",
)
"""What the model assumes of every plan (MODEL.md section 10)."""


@dataclass(frozen=True, slots=True)
class Assumption:
    """One question that the plan leaves open, and how the model answers it meanwhile; `about` is where to answer."""

    question: str
    assumed: str
    about: Place = THE_PLAN


def unanswered(plan: Plan) -> tuple[Assumption, ...]:
    """Return the unanswered questions that the numbers of this plan rest on, the plan as a whole first."""
    return (*_of_the_plan(plan), *(one for question in _OF_STEPS for one in question(plan)))


def _of_the_plan(plan: Plan) -> tuple[Assumption, ...]:
    guarded = any(step.guards for step in plan.steps)
    open_questions = (
        (plan.identity.source is None, "What identifies a run?", "After a stop the run is found again."),
        (plan.identity.single_runner is None, "What stops two resumes at once?", "There are never two."),
        (plan.resume.loads is None, "Which snapshot does a resume load?", "The newest from which it can go on."),
        (
            plan.resume.checks is None and guarded,
            "What does a resume check before it goes on?",
            "The action records, and the actions that are in doubt.",
        ),
    )
    return tuple(Assumption(question, assumed) for is_open, question, assumed in open_questions if is_open)


def _asked(question: str, assumed: str, is_open: Callable[[Step], bool]) -> Callable[[Plan], tuple[Assumption, ...]]:
    def of_steps(plan: Plan) -> tuple[Assumption, ...]:
        steps = [step for step in plan.steps if is_open(step)]
        text = question.format(steps=named_steps(steps))
        return (Assumption(text, assumed, Place(step=steps[0].id)),) if steps else ()

    return of_steps


_OF_STEPS = (
    _asked(
        "May {steps} happen twice with the effect of once?",
        "It may not.",
        lambda step: step.kind is Kind.ACTION and step.idempotent is None,
    ),
    _asked(
        "Where does the key of {steps} come from?",
        "It is stored before the action.",
        lambda step: Guard.IDEMPOTENCY_KEY in step.guards and step.key_source is None,
    ),
    _asked(
        "How long does the receiver of {steps} keep the key?",
        "For ever.",
        lambda step: Guard.IDEMPOTENCY_KEY in step.guards and step.key_retention_ms is None,
    ),
)


def interruptions_in_words(given: Interruptions) -> tuple[str, ...]:
    """Return what interrupts a run, one sentence for each source."""
    if given.exactly is not None:
        return (_exactly(given.exactly, given.downtime_ms),)
    sources = (
        ("The machine restarts about once every {every}", given.restart_every_ms, given.restart_downtime_ms),
        ("The person leaves about once every {every}", given.close_every_ms, given.close_downtime_ms),
        ("A session is ended after {after}", given.session_limit_ms, given.limit_downtime_ms),
    )
    said = tuple(
        f"{text.format(every=_every(ms), after=duration(ms))}{_down(down_ms)}" for text, ms, down_ms in sources if ms
    )
    return said or ("Nothing interrupts a run.",)


def _exactly(times: int, downtime_ms: int) -> str:
    if not times:
        return "Nothing interrupts a run."
    count = "once" if times == 1 else f"{times:,} times"
    return f"Each run is interrupted {count}, at any moment{_down(downtime_ms)}"


def _every(milliseconds: int) -> str:
    """Return a time as it follows “every”: hour, 4 h."""
    text = duration(milliseconds)
    return {"1 d": "day", "1 h": "hour", "1 min": "minute", "1 s": "second"}.get(text, text)


def _down(downtime_ms: int) -> str:
    return f"; the run goes on {duration(downtime_ms)} later." if downtime_ms else "; the run goes on at once."
