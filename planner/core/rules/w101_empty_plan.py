"""A plan needs at least one step, and every step needs a name.

Why it matters: findings, pictures and the report call a step by its name. A step without one cannot be talked about,
and in a plan without steps there is nothing to interrupt.

Flagged, because the second step has no name:

    Read the list <
    60s

Accepted:

    Read the list <
    Save the result 60s
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan
from planner.core.rule import Rule
from planner.core.timeline import Timeline

RULE = Rule("W101", "empty-plan", Severity.FIX)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for a plan without steps, and for each step without a name."""
    if not plan.steps:
        yield RULE.finding(
            None,
            problem="The plan has no step, so there is nothing to run and nothing to interrupt.",
            why="Everything else on this page is about steps and the places between them.",
            fix=(Choice("Add the first step: what does the run do first?"),),
        )
    for number, step in enumerate(plan.steps, start=1):
        if not step.name.strip():
            yield RULE.finding(
                step,
                problem=f"Step {number} has no name, so nobody can tell what it does.",
                why="The pictures, the findings and the report call each step by its name.",
                fix=(Choice("Name it by what it does, in a few words, such as “Read the list of invoices”."),),
            )
