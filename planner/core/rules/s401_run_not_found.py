"""A run has an identity by which it is found again after a restart.

Why it matters: snapshots and records belong to a run. If nothing names the run, or its name is made anew at each
start, a resumed run finds none of them: it begins again and repeats everything it did outside.

Flagged, because the name of the run ends with the process:

    Draft the letters
    |
    Send the letters !
    identity: process

Accepted, because the number of the week names the run:

    Draft the letters
    |
    Send the letters !
    identity: business_key
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import SetIdentitySource
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.vocabulary import IdentitySource

RULE = Rule("S401", "run-not-found", Severity.FIX)

_WHY = {
    None: "The plan does not say what identifies a run.",
    IdentitySource.NEW_EACH_START: "A new name is made at each start, so after a restart nothing carries the old one.",
    IdentitySource.PROCESS: "What identifies the run ends together with its process.",
}


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding about a plan whose runs cannot be found after a restart."""
    why = _WHY.get(plan.identity.source)
    if why:
        yield RULE.finding(
            None,
            problem="After a restart nobody finds the run that was stopped; it begins again from its first step.",
            why=f"{why} Snapshots and records belong to a run that is no longer known.",
            fix=(
                Choice(
                    "Name the run by what it is about: an order number, a week, a ticket. Two runs about the same "
                    "thing then count as one.",
                    SetIdentitySource(IdentitySource.BUSINESS_KEY),
                ),
                Choice(
                    "Make an id once, before the first step, and store it where a restart finds it. Whoever resumes "
                    "has to look there first.",
                    SetIdentitySource(IdentitySource.STORED_ID),
                ),
            ),
        )
