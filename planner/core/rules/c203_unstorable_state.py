"""A snapshot does not count on a variable that cannot be stored.

Why it matters: an open connection, a signed-in browser or a file that is only on this machine does not come back with
a snapshot. The checkpoint looks complete, and a run that resumes from it finds a gap.

Flagged, because an open session cannot be stored:

    Sign in to the shop -> session
    | holds session
    Place the order ! <- session
    state: session (not storable)

Accepted, because the checkpoint stands where the session is no longer needed:

    Sign in to the shop -> session
    Place the order ! <- session -> number
    | holds number
    File the number <- number
    state: session (not storable)
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import MoveCheckpoint
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Checkpoint, Plan
from planner.core.reasoning.flaws import consequence, flaws
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.wordings.wording import listed, step_name

RULE = Rule("C203", "unstorable-state", Severity.FIX)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each snapshot that holds a live variable which is not storable."""
    for flaw in flaws(timeline, lambda save: save.unstorable):
        yield RULE.finding(
            flaw.checkpoint,
            problem=consequence(plan, flaw.checkpoint, without="what does not come back with a snapshot"),
            why=f"The snapshot counts on {listed(sorted(flaw.names))}, "
            "which a later step needs and which cannot be stored.",
            fix=_choices(plan, timeline, flaw.checkpoint, flaw.names),
            witness=flaw.witness,
        )


def _choices(plan: Plan, timeline: Timeline, checkpoint: Checkpoint, names: frozenset[str]) -> tuple[Choice, ...]:
    instead = Choice(
        f"Save what {listed(sorted(names))} can be made from, such as a name or an address, "
        "and make it again on resume."
    )
    first = plan.index_of(checkpoint.step_id)
    free = next((at for at in range(first, len(plan.steps)) if not timeline.flow.live[at + 1] & names), None)
    if free is None or free == len(plan.steps) - 1:
        return (instead,)
    step = plan.steps[free]
    moved = f"Move the checkpoint behind {step_name(step)}, where nothing needs it any more. The way back gets longer."
    return instead, Choice(moved, MoveCheckpoint(checkpoint.id, step.id))
