"""A snapshot holds every variable that is live at its checkpoint.

Why it matters: a variable is live if a later step needs it and an earlier one made it. A snapshot that lacks one
cannot be used to go on: the save is paid for, and the run still falls back to the checkpoint before.

Flagged, because the letters are needed and not saved:

    Read the donors < -> donors
    Draft the letters <- donors -> letters
    | holds donors
    Send the letters ! <- donors, letters

Accepted:

    Read the donors < -> donors
    Draft the letters <- donors -> letters
    | holds donors, letters
    Send the letters ! <- donors, letters
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.change import AddToSnapshot
from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Checkpoint, Plan
from planner.core.reasoning.flaws import consequence, flaws
from planner.core.rule import Rule
from planner.core.timeline import Timeline
from planner.core.wordings.wording import listed

RULE = Rule("C202", "incomplete-snapshot", Severity.FIX)


def check(plan: Plan, timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding for each snapshot that lacks a live variable; the witness is a cut where its save ends."""
    for flaw in flaws(timeline, lambda save: save.lacking):
        yield RULE.finding(
            flaw.checkpoint,
            problem=consequence(plan, flaw.checkpoint, without="what its later steps need"),
            why=f"A later step needs {listed(sorted(flaw.names))}, and the snapshot does not hold that.",
            fix=_choices(plan, flaw.checkpoint, flaw.names),
            witness=flaw.witness,
        )


def _choices(plan: Plan, checkpoint: Checkpoint, names: frozenset[str]) -> tuple[Choice, ...]:
    unstorable = {variable.name for variable in plan.state if not variable.storable}
    addable = tuple(sorted(names - unstorable))
    choices = []
    if addable:
        add = f"Save {listed(addable)} here too. The save may take longer."
        choices.append(Choice(add, AddToSnapshot(checkpoint.id, addable)))
    if names & unstorable:
        held = listed(sorted(names & unstorable))
        choices.append(Choice(f"{held} cannot be stored: save what it can be made from, and make it again on resume."))
    choices.append(Choice("Let the step that needs it read it again, if the source still gives the same."))
    return tuple(choices)
