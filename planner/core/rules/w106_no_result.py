"""Every step before the last has a result, or it changes something outside, or it asks a person.

Why it matters: a step without a result is one of two things. Either nothing needs it, and it can go; or something
does and the plan does not say so, and then no checkpoint saves it.

Flagged, because nothing can use the totals:

    Read the orders < -> orders
    Add up the totals <- orders -> nothing
    Write the report <- orders

Accepted, because the report needs them:

    Read the orders < -> orders
    Add up the totals <- orders -> totals
    Write the report <- totals
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import SetKind
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.vocabulary import Kind
from planner.core.wordings.wording import step_name

RULE = Rule("W106", "no-result", Severity.THINK)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each step before the last that produces nothing and is neither an action nor a gate."""
    for step in plan.steps[:-1]:
        if not step.produces and step.kind in (Kind.INTERNAL, Kind.READ):
            yield RULE.finding(
                step,
                problem=f"No later step can use what {step_name(step)} does.",
                why="The plan says that it produces nothing, so no checkpoint saves it and no step waits for it.",
                fix=(
                    Choice("Say what it produces, and which later steps need that."),
                    Choice("Make it an action if it changes something outside.", SetKind(step.id, Kind.ACTION)),
                    Choice("Take the step out if nothing needs it."),
                ),
            )
