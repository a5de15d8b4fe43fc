"""Snapshots and records are kept for longer than the longest time that a run stands still.

Why it matters: a snapshot that was deleted before anybody resumed is no snapshot, and a record that was deleted holds
no repeat off. The run begins again, as if it had never run.

Flagged, because the storage forgets within the weekend:

    Draft the letters
    |
    Send the letters !
    keeps: 1d
    interrupted: close 4h (down 60h)

Accepted:

    Draft the letters
    |
    Send the letters !
    keeps: 30d
    interrupted: close 4h (down 60h)
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import KeepFor
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.wordings.wording import duration

RULE = Rule("S408", "kept-too-short", Severity.FIX)

_DAY_MS = 86_400_000


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding about a plan that keeps snapshots for less time than its longest downtime."""
    keeps_ms, stopped_ms = plan.storage.keeps_ms, plan.interruptions.longest_downtime_ms
    if keeps_ms is None or keeps_ms >= stopped_ms:
        return
    days = -(-2 * stopped_ms // _DAY_MS)
    yield RULE.finding(
        None,
        problem=f"A run that stands still for {duration(stopped_ms)} comes back to nothing and begins again.",
        why=f"Snapshots and records are kept for {duration(keeps_ms)} only.",
        fix=(
            Choice(
                f"Keep them for {days} d, twice the longest standstill. Sensitive data then lies there as long.",
                KeepFor(days * _DAY_MS),
            ),
            Choice("Resume sooner: let something notice a stopped run before its snapshots are gone."),
        ),
    )
