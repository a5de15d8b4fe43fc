"""Every action says whether it may happen twice with the effect of once (idempotent).

Why it matters: whether a repeat does harm decides which guard an action needs. As long as it is not said, the plan is
judged as if every repeat did harm.

Flagged, because it is not said whether a second payment would be noticed:

    Read the invoice <
    Pay the invoice !?

Accepted, because both actions say it:

    Pay the invoice !
    Set the invoice to “paid” !=
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import SetIdempotent
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.vocabulary import Kind
from planner.core.wordings.wording import step_name

RULE = Rule("W103", "repeat-not-judged", Severity.THINK)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each action whose `idempotent` is not answered."""
    for step in plan.steps:
        if step.kind is Kind.ACTION and step.idempotent is None:
            name = step_name(step)
            yield RULE.finding(
                step,
                problem=f"Nobody has said whether doing {name} twice changes more outside than doing it once.",
                why="Until it is answered, this page counts every repeat of it as a second effect.",
                fix=(
                    Choice(
                        "Say that a repeat has an effect of its own: a second message, payment or entry. Then it needs "
                        "a guard.",
                        SetIdempotent(step.id, idempotent=False),
                    ),
                    Choice(
                        "Say that a repeat changes nothing more, such as setting a field to the same value "
                        "(idempotent). It must hold for the other system too, not only for this run.",
                        SetIdempotent(step.id, idempotent=True),
                    ),
                ),
            )
