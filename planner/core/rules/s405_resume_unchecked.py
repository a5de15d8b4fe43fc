"""A resumed run checks that it is the right run, that its snapshot is valid, and that stored approvals still hold.

Why it matters: a resume that takes what it finds can go on with another run's snapshot, with one that was half
written, or with a yes that somebody gave to something else, days ago.

Flagged, because an old approval counts without a look:

    Draft the letters
    |
    Approve the letters ?=
    Send the letters !
    checks: identity, snapshot_valid

Accepted:

    Draft the letters
    |
    Approve the letters ?=
    Send the letters !
    checks: identity, snapshot_valid, approvals_still_valid
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import AddResumeChecks
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.vocabulary import ResumeCheck
from planner.core.wordings.wording import joined

RULE = Rule("S405", "resume-unchecked", Severity.THINK)

_GOES_ON_WITH = {
    ResumeCheck.IDENTITY: "what belongs to another run",
    ResumeCheck.SNAPSHOT_VALID: "a snapshot that is damaged or half written",
    ResumeCheck.APPROVALS_STILL_VALID: "an approval that no longer holds",
}
_CHECKS = {
    ResumeCheck.IDENTITY: "that it is the same run",
    ResumeCheck.SNAPSHOT_VALID: "that the snapshot is complete and can be read",
    ResumeCheck.APPROVALS_STILL_VALID: "that stored approvals are still about the same thing",
}


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding about a plan whose resume lacks one of the three checks, the third if an approval is stored."""
    stored = any(step.question_stored for step in plan.steps)
    wanted = (check for check in _CHECKS if stored or check is not ResumeCheck.APPROVALS_STILL_VALID)
    missing = tuple(check for check in wanted if check not in (plan.resume.checks or ()))
    if missing:
        yield RULE.finding(
            None,
            problem=f"A resumed run can go on with {joined([_GOES_ON_WITH[check] for check in missing], 'or')}.",
            why="The plan does not say what a resumed run checks before it goes on."
            if plan.resume.checks is None
            else "What a resumed run checks before it goes on does not cover that.",
            fix=(
                Choice(
                    f"Check {joined([_CHECKS[check] for check in missing])}. Say what happens if not.",
                    AddResumeChecks(missing),
                ),
            ),
        )
