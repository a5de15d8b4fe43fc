"""An action that was begun and not seen to be done is cleared up, not passed over.

Why it matters: a record “about to act” keeps a resumed run from acting twice. If nothing then finds out whether it
acted, the run goes on as if it had. A payment that was never made looks like one that was.

Flagged, because a run that stops just before it pays never pays:

    Read the invoice <
    |
    Pay the invoice ! [record, intent]
    |
    File the receipt

Accepted, because the bank is asked:

    Read the invoice <
    |
    Pay the invoice ! [record, intent, lookup]
    |
    File the receipt
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import AddGuards
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan, Step
from planner.core.reasoning.possible import possibilities
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.vocabulary import GateWhen, Guard
from planner.core.wordings.wording import duration, step_name

RULE = Rule("R310", "lost-action", Severity.FIX)

_AFTER_ONLY = Choice("Record it only after the act. It can then happen twice in place of never; say which is worse.")


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each action that can be missed."""
    for found in possibilities(timeline).misses:
        step = plan.steps[found.step]
        yield RULE.finding(
            step,
            problem=f"{step_name(step)} may never happen, and the run goes on as if it had.",
            why=f"“About to act” is recorded {duration(step.before_effect_ms)} before the act; a run that stops in "
            "between does not act when it resumes, and nothing finds out that it did not.",
            fix=_choices(step),
            witness=found.witness,
        )


def _choices(step: Step) -> tuple[Choice, ...]:
    look = "Look unclear ones up before going on. The other system must be able to tell."
    ask = "Let a person decide unclear ones when the run resumes. The run waits for that person."
    return (
        Choice(look, AddGuards(step.id, (Guard.LOOKUP,))),
        Choice(ask, AddGuards(step.id, (Guard.HUMAN_GATE,), GateWhen.ON_RESUME)),
        _AFTER_ONLY,
    )
