"""A resumed run loads the latest valid snapshot.

Why it matters: every other choice either repeats work and actions that were done already, or starts from a snapshot
that cannot be used. Checkpoints help only as far as they are loaded.

Flagged, because a resumed run begins again in spite of the checkpoint:

    Draft the letters
    |
    Send the letters !
    loads: restart

Accepted:

    Draft the letters
    |
    Send the letters !
    loads: latest_valid
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import SetLoads
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.vocabulary import Loads

RULE = Rule("S403", "wrong-snapshot-loaded", Severity.FIX)

_SEEN = {
    None: (
        "Nobody can tell where a resumed run of this plan goes on.",
        "The plan does not say which snapshot is loaded; this page assumes the latest valid one.",
    ),
    Loads.RESTART: (
        "A resumed run does everything again from its first step.",
        "It loads no snapshot, so the checkpoints are paid for and never used.",
    ),
    Loads.FIRST: (
        "A resumed run does again what lies behind its first checkpoint, however far it had come.",
        "It loads the oldest snapshot, so every later checkpoint is paid for and never used.",
    ),
    Loads.LATEST: (
        "A run whose newest snapshot cannot be used stays where it stopped and never ends.",
        "It loads the newest snapshot, whether that is complete and readable or not.",
    ),
}


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding about a plan whose resume loads nothing, or something else than the latest valid snapshot."""
    seen = _SEEN.get(plan.resume.loads)
    if seen:
        yield RULE.finding(
            None,
            problem=seen[0],
            why=seen[1],
            fix=(
                Choice(
                    "Load the latest snapshot that is complete and can be read. The run has to check that first.",
                    SetLoads(Loads.LATEST_VALID),
                ),
            ),
        )
