"""Something stops two resumes of one run at once.

Why it matters: a run that hangs looks like one that has died. If a second resume starts while the first still works,
both do the rest, and no record that is written afterwards holds them off.

Flagged, because two resumes would each send the letters:

    Draft the letters
    |
    Send the letters !
    runner: none

Accepted:

    Draft the letters
    |
    Send the letters !
    runner: lease
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import SetSingleRunner
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan, Step
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.vocabulary import Guard, KeySource, Kind, SingleRunner
from planner.core.wordings.wording import named_steps

RULE = Rule("S402", "two-runners", Severity.FIX, lighter=Severity.THINK)

_CHOICES = (
    Choice(
        "Take a lock on the identity of the run before anything else. A run that dies must give it back, or somebody "
        "has to take it away.",
        SetSingleRunner(SingleRunner.LOCK),
    ),
    Choice(
        "Take a lease, a lock that ends by itself. It must be renewed during the longest step, or it ends too soon.",
        SetSingleRunner(SingleRunner.LEASE),
    ),
)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding about a plan that lets two resumes run at once; `fix` if that repeats an action."""
    if plan.identity.single_runner in (SingleRunner.LOCK, SingleRunner.LEASE):
        return
    doubled = [step for step in plan.steps if _is_doubled(step)]
    yield RULE.finding(
        None,
        severity=Severity.FIX if doubled else Severity.THINK,
        problem=f"Two resumes at once can each do {named_steps(doubled)}."
        if doubled
        else "Two resumes at once can do the same work side by side and write over each other's snapshots.",
        why="Nothing stops a second resume while the first one still works."
        if plan.identity.single_runner is SingleRunner.NONE
        else "The plan does not say what stops a second resume while the first one still works.",
        fix=_CHOICES,
    )


def _is_doubled(step: Step) -> bool:
    """Whether two runners side by side have the effect twice; a key made anew at each attempt holds nobody off."""
    carries_key = Guard.IDEMPOTENCY_KEY in step.guards and step.key_source is not KeySource.NEW_EACH_ATTEMPT
    return step.kind is Kind.ACTION and not step.idempotent and not carries_key
