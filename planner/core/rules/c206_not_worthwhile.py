"""A checkpoint is worth what its save costs.

Why it matters: every run pays for every save, and only a run that is stopped gets something back for it. A checkpoint
behind a few seconds of work costs more than it saves, and one that no run comes back to only costs.

Flagged, because the save takes longer than the work that it spares:

    Read the list < 10s
    | 2min
    Draft the letters 20min
    |
    Print the letters 5min

Accepted:

    Read the list < 10s
    Draft the letters 20min
    | 2s
    Print the letters 5min
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import RemoveCheckpoint
from planner.core.evidence import evidence, times_text
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Plan
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.vocabulary import Question
from planner.core.wordings.wording import checkpoint_name, sentence
from planner.core.worthwhile.worth import worth

RULE = Rule("C206", "not-worthwhile", Severity.THINK)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each checkpoint that does not save what it costs."""
    broken = {save.checkpoint for save in timeline.saves if not save.usable}
    for index, five in enumerate(evidence(timeline)):
        if not five[Question.WORTHWHILE].holds:
            checkpoint = plan.checkpoints[index]
            name = checkpoint_name(plan, checkpoint)
            unusable = "Its snapshot cannot be used. " if index in broken else ""
            mend = (Choice("Mend its snapshot first, and see then whether it pays."),) if index in broken else ()
            yield RULE.finding(
                checkpoint,
                problem=f"{sentence(name)} costs each run more than it saves.",
                why=f"{unusable}{times_text(worth(timeline, index))}.",
                fix=(
                    *mend,
                    Choice(
                        "Take it away. The way back from the steps behind it gets longer.",
                        RemoveCheckpoint(checkpoint.id),
                    ),
                    Choice("Move it behind a longer stretch, or to where a person is asked."),
                    Choice("Make its save quicker, such as by saving a reference in place of the data."),
                ),
            )
