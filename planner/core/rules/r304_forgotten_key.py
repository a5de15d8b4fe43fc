"""The receiver keeps an idempotency key for longer than it can take until the action is repeated.

Why it matters: a key holds a repeat off only as long as the receiver remembers it. A run that stands still over a
weekend and then repeats the action with a forgotten key acts a second time, and nothing warns anybody.

Flagged, because the office is closed for longer than the key is kept:

    Prepare the order
    |
    Place the order ! [stored key, kept 24h]
    Report
    interrupted: close 4h (down 60h)

Accepted, because the key outlasts whatever happens:

    Prepare the order
    |
    Place the order ! [stored key]
    Report
    interrupted: close 4h (down 60h)
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan, Step
from planner.core.reasoning.duplication import Cause, Duplication
from planner.core.reasoning.possible import possibilities
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.wordings.remedy import against_repeats, twice
from planner.core.wordings.wording import duration, step_name

RULE = Rule("R304", "forgotten-key", Severity.FIX, lighter=Severity.THINK)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each action whose key can be forgotten before a repeat: `think` if no single cut does it."""
    for found in possibilities(timeline).duplications:
        if found.cause is Cause.OLD_KEY:
            step = plan.steps[found.step]
            by_one = found.interruptions == 1
            yield RULE.finding(
                step,
                problem=f"{twice(step, step_name(step))}: when it is repeated, the receiver has forgotten its key.",
                why=_why(step, found, by_one=by_one),
                fix=(*against_repeats(plan, step), _kept_longer(found, by_one=by_one)),
                severity=Severity.FIX if by_one else Severity.THINK,
                witness=found.witness,
            )


def _why(step: Step, found: Duplication, *, by_one: bool) -> str:
    kept, oldest = duration(step.key_retention_ms or 0), duration(found.key_age_ms or 0)
    if by_one:
        return f"The key is kept for {kept}, and after one interruption it can be {oldest} old."
    outlast = f"{found.interruptions:,} interruptions in a row can outlast it"
    return f"The key is kept for {kept}. One interruption makes it at most {oldest} old, but {outlast}."


def _kept_longer(found: Duplication, *, by_one: bool) -> Choice:
    oldest = duration(found.key_age_ms or 0)
    if by_one:
        return Choice(f"Agree with the receiver on more than {oldest}. A series of interruptions can still outlast it.")
    return Choice("Live with it, and say why: so many interruptions in a row do not come.")
