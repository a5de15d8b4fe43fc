"""A resumed run reads the records that its guards write, and looks up the actions that are in doubt.

Why it matters: a record that nobody reads holds nothing off. The guard is planned, it is written in every run, and
after an interruption the action is done again all the same.

Flagged, because nobody reads the record:

    Draft the letters
    |
    Send the letters ! [record]
    checks: identity, lock, snapshot_valid

Accepted:

    Draft the letters
    |
    Send the letters ! [record]
    checks: identity, lock, snapshot_valid, action_records
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import AddResumeChecks, checks_behind
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.vocabulary import ResumeCheck
from planner.core.wordings.wording import joined, named_steps

RULE = Rule("S404", "records-not-checked", Severity.FIX)

_DONE_BY = {
    ResumeCheck.ACTION_RECORDS: "reads the action records",
    ResumeCheck.IN_DOUBT_ACTIONS: "looks up the actions that are in doubt",
}


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding about a plan whose guards rest on resume checks that are not made, or not answered."""
    made = plan.resume.checks or ()
    bare = [step for step in plan.steps if any(check not in made for check in checks_behind(step.guards))]
    missing = tuple(
        check for check in _DONE_BY if check not in made and any(check in checks_behind(step.guards) for step in bare)
    )
    if missing:
        looks = joined([_DONE_BY[check] for check in missing])
        unsaid = plan.resume.checks is None
        yield RULE.finding(
            None,
            problem=f"{named_steps(bare)} can happen again as if nothing guarded against it.",
            why=f"The guards hold only if a resumed run {looks}. "
            + ("The plan does not say whether it does; the tests assume it." if unsaid else "It does not."),
            fix=(
                Choice(
                    f"Say that a resumed run {looks} before it goes on. Each resume takes a little longer.",
                    AddResumeChecks(missing),
                ),
            ),
        )
