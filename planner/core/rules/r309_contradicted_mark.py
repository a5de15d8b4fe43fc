"""A step is marked as repeating if, without any guard, its effect outside would happen again, and only then.

Why it matters: whether an effect happens again decides where care is needed. A mark that sees danger where there is
none costs effort; one that sees none where there is costs more.

Flagged, because a second payment is a second payment:

    Read the invoice <
    |
    Pay the invoice ! [marked as not repeating]
    |
    File the receipt

Accepted:

    Read the invoice < [marked as not repeating]
    |
    Pay the invoice ! [marked as repeating]
    |
    File the receipt
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan, Step
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.vocabulary import Kind
from planner.core.wordings.wording import step_name

RULE = Rule("R309", "contradicted-mark", Severity.THINK, reads_judgements=True)

_LOOK_AGAIN = Choice("Think of the run going over the step twice with every guard taken away, and mark it again.")
_LOOK_AT_STEP = Choice("Or change what the plan says about the step, if the mark is right.")


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each step whose mark the model contradicts when every guard is taken away."""
    for step in plan.steps:
        marked = step.replay_risk.repeats if step.replay_risk is not None else None
        if marked is True and _is_harmless(step):
            yield _finding(step, "repeating", _why_harmless(step))
        elif marked is False and _repeats(step):
            yield _finding(step, "not repeating", _why_repeats(step))


def _finding(step: Step, mark: str, why: str) -> Finding:
    return RULE.finding(
        step,
        problem=f"{step_name(step)} is marked as {mark}, and the plan says otherwise.",
        why=why,
        fix=(_LOOK_AGAIN, _LOOK_AT_STEP),
    )


def _is_harmless(step: Step) -> bool:
    return step.kind in (Kind.INTERNAL, Kind.READ) or (step.kind is Kind.ACTION and step.idempotent is True)


def _repeats(step: Step) -> bool:
    return (step.kind is Kind.ACTION and not step.idempotent) or (step.kind is Kind.GATE and not step.question_stored)


def _why_harmless(step: Step) -> str:
    if step.kind is Kind.ACTION:
        return "A repeat does no harm (idempotent): doing it twice has the effect of once."
    return "It changes nothing outside, so going over it twice does nothing there a second time."


def _why_repeats(step: Step) -> str:
    if step.kind is Kind.GATE:
        return "Its question is kept nowhere outside the run, so the person would be asked again."
    return "Done twice, it happens twice outside. A guard may prevent that; the mark is about the step without one."
