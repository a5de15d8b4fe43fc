"""A snapshot holds only what a later step needs.

Why it matters: what nobody needs makes each save slower and keeps data longer than the run has use for it. It also
hides what the checkpoint is there for.

Flagged, because nothing later needs the raw export:

    Read the export < -> export
    Match the names <- export -> names
    | holds export, names
    Write the letters <- names

Accepted:

    Read the export < -> export
    Match the names <- export -> names
    | holds names
    Write the letters <- names
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import RemoveFromSnapshot
from planner.core.dataflow import live_around
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.wordings.wording import checkpoint_name, listed, sentence

RULE = Rule("C205", "needless-state", Severity.NOTE)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each snapshot that holds a variable which is live at none of its positions."""
    for checkpoint in plan.checkpoints:
        live = live_around(plan, timeline.flow, checkpoint)
        names = tuple(name for name in checkpoint.snapshot if name not in live)
        if names:
            place = sentence(checkpoint_name(plan, checkpoint))
            yield RULE.finding(
                checkpoint,
                problem=f"{place} stores {listed(names)}, which no run uses again.",
                why="No later step needs it before it is made again, or no earlier step has made it.",
                fix=(
                    Choice(f"Leave {listed(names)} out of the snapshot.", RemoveFromSnapshot(checkpoint.id, names)),
                    Choice("Keep it if a person reads it there, and say so in your reason."),
                    Choice("If a later step does need it, say so at that step."),
                ),
            )
