"""Two checkpoints do not stand at one position.

Why it matters: both saves are paid for in every run, and a resumed run starts from one of them. If they hold
different variables, it is hard to say which of the two counts.

Flagged:

    Draft the letters
    | 2s
    | 5s
    Send the letters !

Accepted:

    Draft the letters
    | 5s
    Send the letters !
    |
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import RemoveCheckpoint
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.wordings.wording import step_name

RULE = Rule("C207", "shared-position", Severity.THINK)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each checkpoint that saves where one above it in the plan file saves too."""
    first_at: dict[tuple[int, bool], int] = {}
    seconds = set()
    for save in timeline.saves:
        first = first_at.setdefault((save.unit, save.inside), save.checkpoint)
        if first != save.checkpoint:
            seconds.add(save.checkpoint)
    for index in sorted(seconds):
        checkpoint = plan.checkpoints[index]
        side = "inside" if checkpoint.inside is not None else "after"
        yield RULE.finding(
            checkpoint,
            problem=f"The run stops to save twice {side} {step_name(plan.step(checkpoint.step_id))}.",
            why="Two checkpoints stand at the same position, and only one of them is needed to come back there.",
            fix=(
                Choice(
                    "Take this one away. First let the other one hold whatever only this one saves.",
                    RemoveCheckpoint(checkpoint.id),
                ),
                Choice("Move one of them to where a long stretch or an action ends."),
            ),
        )
