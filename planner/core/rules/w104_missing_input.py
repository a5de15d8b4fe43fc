"""What a step needs comes from an earlier step or is there from the start.

Why it matters: a step that needs what nobody made stops the run, or goes on with something else. And what does not
appear in the plan is not saved at any checkpoint.

Flagged, because no step makes the rate:

    Read the orders < -> orders
    Convert the totals <- orders, rate

Accepted, because the rate is there from the start:

    Read the orders < -> orders
    Convert the totals <- orders, rate
    state: rate
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import AddState
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.wordings.wording import listed, step_name

RULE = Rule("W104", "missing-input", Severity.FIX)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each step that needs what no earlier step produces and what is not listed as state."""
    given = {variable.name for variable in plan.state}
    for step, missing in zip(plan.steps, timeline.flow.missing, strict=True):
        names = tuple(name for name in missing if name not in given)
        if names:
            yield RULE.finding(
                step,
                problem=f"{step_name(step)} has to start without {listed(names)}.",
                why="No earlier step produces that, and the plan does not list it as there from the start.",
                fix=(
                    Choice("Add it to what an earlier step produces, or add the step that makes it."),
                    Choice(
                        "List it as state if it is there before the run begins. Then a resumed run must find it too.",
                        AddState(names),
                    ),
                ),
            )
