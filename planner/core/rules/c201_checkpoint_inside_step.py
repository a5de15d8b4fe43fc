"""A checkpoint stands between steps, not inside one.

Why it matters: a snapshot taken inside a step holds a half-done step. A run that resumes from it cannot know how the
half-done part ended, so it acts again, or goes on as if it had acted.

Flagged, because the save comes while the payment is on its way:

    Read the invoice <
    Pay the invoice !
    (|)
    Write the receipt

Accepted:

    Read the invoice <
    Pay the invoice !
    |
    Write the receipt
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import MoveCheckpoint
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Checkpoint, Plan, Step
from planner.core.recovery import recovery_points, save_ends_ms
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.wordings.wording import step_name

RULE = Rule("C201", "checkpoint-inside-step", Severity.FIX)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each checkpoint inside a step; the witness is a cut at its end, if any run ever loads it."""
    ends = {save.op: end_ms for save, end_ms in zip(timeline.saves, save_ends_ms(timeline), strict=True)}
    loaded = {save.checkpoint: (ends[save.op],) for save in recovery_points(timeline) if save.inside}
    for index, checkpoint in enumerate(plan.checkpoints):
        if checkpoint.inside is not None:
            step = plan.step(checkpoint.inside)
            yield RULE.finding(
                checkpoint,
                problem=f"A run that comes back here finds {step_name(step)} half done and cannot tell how it ended.",
                why="The snapshot is saved inside the step, so what the first half did outside and what it says "
                "about it need not agree.",
                fix=_choices(checkpoint, step),
                witness=loaded.get(index),
            )


def _choices(checkpoint: Checkpoint, step: Step) -> tuple[Choice, ...]:
    behind = Choice(
        f"Move it behind {step_name(step)}. An interruption inside the step then repeats the whole step.",
        MoveCheckpoint(checkpoint.id, step.id),
    )
    if step.items > 1:
        some = max(step.items // 10, 1)
        items = "every item" if some == 1 else f"every {some} items"
        often = Choice(
            f"Save behind {items}, where no item is half done. Each run pays for that many saves.",
            MoveCheckpoint(checkpoint.id, step.id, every_items=some),
        )
        return behind, often
    return behind, Choice("Split the step in two, and let the checkpoint stand between them.")
