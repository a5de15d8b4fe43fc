"""Every action before a checkpoint is confirmed.

Why it matters: a checkpoint says “up to here all is done”. If an action before it was only sent off, and nobody
waited for the answer, it may never have happened, and no resumed run goes back to find out.

Flagged, because nobody waits for the bank's answer:

    Order the transfer ! [unconfirmed]
    |
    Write the receipt

Accepted:

    Order the transfer !
    |
    Write the receipt
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import ConfirmAction
from planner.core.evidence import unconfirmed_before
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.wordings.wording import checkpoint_name, named_steps, sentence, step_name

RULE = Rule("C208", "unconfirmed-action", Severity.FIX)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each checkpoint that has an unconfirmed action before it."""
    if all(step.confirmed for step in plan.steps):
        return
    for checkpoint in plan.checkpoints:
        steps = unconfirmed_before(plan, checkpoint)
        if steps:
            names = named_steps(steps)
            confirm = (Choice(f"Wait at {step_name(step)} for the answer of the other system before it counts as done. "
                              "The step gets longer.", ConfirmAction(step.id)) for step in steps)  # fmt: skip
            yield RULE.finding(
                checkpoint,
                problem=f"{names} may never have happened outside, and no resumed run will notice.",
                why=f"{sentence(checkpoint_name(plan, checkpoint))} counts on that, "
                "but the run does not wait for the result.",
                fix=(
                    *confirm,
                    Choice("Add a later step that looks up whether it happened, and move the checkpoint behind it."),
                ),
            )
