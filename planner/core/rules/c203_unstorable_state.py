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
from planner.core.recovery import save_ends_ms
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.wordings.wording import checkpoint_name, listed, step_name

RULE = Rule("C203", "unstorable-state", Severity.FIX)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each snapshot that holds a live variable which is not storable."""
    held: dict[int, set[str]] = {}
    witness: dict[int, tuple[int, ...]] = {}
    for save, end_ms in zip(timeline.saves, save_ends_ms(timeline), strict=True):
        if save.unstorable:
            held.setdefault(save.checkpoint, set()).update(save.unstorable)
            witness.setdefault(save.checkpoint, (end_ms,))
    for index, names in held.items():
        checkpoint = plan.checkpoints[index]
        yield RULE.finding(
            checkpoint,
            problem=_problem(plan, checkpoint),
            why=f"The snapshot counts on {listed(sorted(names))}, which a later step needs and which cannot be stored.",
            fix=_choices(plan, timeline, checkpoint, names),
            witness=witness[index],
        )


def _problem(plan: Plan, checkpoint: Checkpoint) -> str:
    place = checkpoint_name(plan, checkpoint)
    if checkpoint.inside is not None:
        return f"A run goes on from {place} without what does not come back with a snapshot."
    return f"No run can go on from {place}, although every run pays for its save."


def _choices(plan: Plan, timeline: Timeline, checkpoint: Checkpoint, names: set[str]) -> tuple[Choice, ...]:
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
