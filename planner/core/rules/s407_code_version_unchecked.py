"""A resumed run checks that its steps are still those that the snapshot was made by.

Why it matters: between the interruption and the resume somebody may have changed a step, a prompt or a form. A
snapshot made by the old steps may not mean the same to the new ones.

Flagged:

    Draft the letters
    |
    Send the letters !
    checks: identity, snapshot_valid

Accepted:

    Draft the letters
    |
    Send the letters !
    checks: identity, snapshot_valid, code_version
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import AddResumeChecks
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.vocabulary import ResumeCheck

RULE = Rule("S407", "code-version-unchecked", Severity.NOTE)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding about a plan whose resume checks do not include the version of the steps."""
    if ResumeCheck.CODE_VERSION not in (plan.resume.checks or ()):
        yield RULE.finding(
            None,
            problem="A resumed run can mix the work of old steps with that of new ones.",
            why="The steps may change while the run is stopped, and a resume does not compare their version.",
            fix=(
                Choice(
                    "Save the version of the steps with each snapshot, and compare it on resume. Say also what happens "
                    "if it differs: finish with the old one, or start again.",
                    AddResumeChecks((ResumeCheck.CODE_VERSION,)),
                ),
            ),
        )
