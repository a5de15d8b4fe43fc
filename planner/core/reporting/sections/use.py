"""Whether a run goes on from a checkpoint, and if none does, why."""

from __future__ import annotations

from planner.core.recovery import recovery_points
from planner.core.reporting.facts import Facts
from planner.core.vocabulary import Loads
from planner.core.wordings.wording import listed


def why_unused(facts: Facts, checkpoint: int) -> str:
    """Return why no run goes on from a checkpoint (an index), without a full stop; nothing where one does.

    A checkpoint at the very end is not to blame: nothing is left to do behind it.
    """
    timeline, plan = facts.timeline, facts.plan
    saves = [save for save in timeline.saves if save.checkpoint == checkpoint]
    broken = next((save for save in saves if not save.usable), None)
    if broken and broken.lacking:
        return f"No run can go on from here: {listed(broken.lacking)} is needed later and not saved"
    if broken:
        return f"No run can go on from here: {listed(broken.unstorable)} cannot be stored"
    if plan.resume.loads is Loads.RESTART:
        return "No run goes on from here: a resume starts over"
    if not plan.identity.survives:
        return "No run goes on from here: after a stop the run is not found again"
    is_used = any(save.checkpoint == checkpoint for save in recovery_points(timeline))
    if plan.resume.loads is Loads.FIRST and not is_used:
        return "No run goes on from here: an earlier snapshot is loaded"
    return ""
