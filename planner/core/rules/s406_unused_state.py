"""What a step produces, some step needs.

Why it matters: a result that nobody needs is either a step too many, or a need that the plan forgot to write down. In
the second case no checkpoint saves it, because nothing says that it is still needed.

Flagged, because nothing needs the link:

    Create the folder != -> folder, link
    File the letters <- folder

Accepted:

    Create the folder != -> folder, link
    File the letters <- folder, link
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.wordings.wording import listed, step_name

RULE = Rule("S406", "unused-state", Severity.NOTE)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each step that produces a variable which no step needs."""
    needed = {name for step in plan.steps for name in step.needs}
    for step in plan.steps:
        names = tuple(name for name in step.produces if name not in needed)
        if names:
            yield RULE.finding(
                step,
                problem=f"No step of this run uses {listed(names)}.",
                why=f"{step_name(step)} produces that, and no step says that it needs it.",
                fix=(
                    Choice("If a step does use it, say so at that step: only then do checkpoints save it."),
                    Choice("If it is what the run is there for, leave it."),
                    Choice("If nobody uses it, take it out of what the step produces."),
                ),
            )
