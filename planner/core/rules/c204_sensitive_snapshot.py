"""A snapshot holds personal or secret data only where there is no other way.

Why it matters: a snapshot outlives the run. What is in it lies in one more place, for as long as snapshots are kept,
and everybody who can read the storage can read it.

Flagged, because the snapshot copies the patients' records:

    Read the records < -> records
    | holds records
    Write the letters <- records
    state: records (sensitive)

Accepted, because the snapshot holds numbers by which the records are found again:

    List the record numbers < -> numbers
    | holds numbers
    Write the letters <- numbers
    state: numbers
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import RemoveFromSnapshot
from planner.core.dataflow import live_around
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.wordings.wording import checkpoint_name, listed

RULE = Rule("C204", "sensitive-snapshot", Severity.THINK)

_REFERENCE = (
    "Save a number or an address by which it is found again, and read it on resume. It must not change meanwhile."
)
_PROTECT = "Keep it, encrypted, and delete the snapshot when the run has finished. Say who can read the storage."


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each snapshot that holds a sensitive variable."""
    sensitive = {variable.name for variable in plan.state if variable.sensitive}
    for checkpoint in plan.checkpoints if sensitive else ():
        names = tuple(name for name in checkpoint.snapshot if name in sensitive)
        if not names:
            continue
        needless = tuple(name for name in names if name not in live_around(plan, timeline.flow, checkpoint))
        drop = Choice(
            f"Do not save {listed(needless)}: nothing later needs it.", RemoveFromSnapshot(checkpoint.id, needless)
        )
        yield RULE.finding(
            checkpoint,
            problem=f"The storage holds {listed(names)} for as long as snapshots are kept.",
            why=f"The snapshot of {checkpoint_name(plan, checkpoint)} holds what is marked as sensitive.",
            fix=(*((drop,) if needless else ()), Choice(_REFERENCE), Choice(_PROTECT)),
        )
