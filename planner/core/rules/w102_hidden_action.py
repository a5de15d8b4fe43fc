"""A step that reads like an action on the outside world is planned as an action.

Why it matters: only an action is asked whether it repeats. A step that sends, charges, posts or deletes, and is
planned as the run's own work, is done again after every interruption, and no finding and no test shows it.

Flagged, because sending reaches people outside:

    Read the guest list <
    Send the invitations

Accepted, because the step only prepares, and the sending is an action:

    Prepare the invitations
    Send the invitations !
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import SetKind
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.vocabulary import Kind
from planner.core.wordings.outward import outward_words
from planner.core.wordings.wording import quoted, step_name

RULE = Rule("W102", "hidden-action", Severity.THINK)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each internal or reading step whose name or notes speak of an action outside."""
    for step in plan.steps:
        if step.kind not in (Kind.INTERNAL, Kind.READ):
            continue
        words = outward_words(step.name) or outward_words(step.notes)
        if words:
            yield RULE.finding(
                step,
                problem=f"{step_name(step)} may change something outside, and the plan does not count on it.",
                why=f"It says {quoted(words)}, but its kind is “{step.kind}”: after an interruption the run does it "
                "again without asking what that means for anybody else.",
                fix=(
                    Choice(
                        "Make it an action if anybody outside can notice it; then say whether it may happen twice.",
                        SetKind(step.id, Kind.ACTION),
                    ),
                    Choice(
                        "Leave the kind and change the words if it only prepares, such as “Prepare …” or “Draft …”."
                    ),
                ),
            )
