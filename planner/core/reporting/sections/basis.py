"""What the numbers rest on: the assumptions, the unanswered questions, and what anybody needs to compute them again."""

from __future__ import annotations

from planner.core.fingerprint import MODEL, in_groups, rule_set
from planner.core.reporting.blocks import Cell, Listing, Pairs, Prose, Section, Table, Tone
from planner.core.reporting.facts import Facts
from planner.core.trying.assumption import TAKEN_FOR_GRANTED, Assumption, interruptions_in_words, unanswered
from planner.core.wordings.quantities import counted

_HEAD = ("What the plan leaves open", "What the model takes instead")


def basis_section(facts: Facts) -> Section:
    """Return the section."""
    summary = facts.summary
    numbers = Pairs(
        name="How to repeat the numbers",
        rows=(
            ("Seed", Cell(str(summary.seed))),
            ("Test runs", Cell(f"{summary.runs:,}, of which {facts.interrupted:,} were interrupted")),
            ("Model and rules", Cell(f"Model {MODEL}, rule set {rule_set()}")),
            ("Fingerprint", Cell(in_groups(facts.fingerprint), (facts.fingerprint,))),
        ),
    )
    return Section(
        key="basis",
        title="What these numbers rest on",
        blocks=(
            Prose(_meaning(facts)),
            Listing(_assumptions(facts)),
            *_open_questions(facts),
            numbers,
            Prose(_AGAIN, tone=Tone.NOTE),
        ),
    )


_AGAIN = (
    "The fingerprint stands for the plan, the seed, the number of runs, the model and the rules. Whoever has this "
    "report as JSON can compute everything in it again: “manage.py plan report --verify FILE” says whether it follows."
)


def _meaning(facts: Facts) -> str:
    runs = counted(facts.summary.runs, "test run")
    return f"Test runs are a model of the plan, not a promise: what {runs} did not show can still happen."


def _assumptions(facts: Facts) -> tuple[str, ...]:
    return (*interruptions_in_words(facts.plan.interruptions), *TAKEN_FOR_GRANTED)


def _open_questions(facts: Facts) -> tuple[Table, ...]:
    questions = unanswered(facts.plan)
    if not questions:
        return ()
    rows = tuple(_assumed(one) for one in questions)
    return (Table(name="Unanswered questions", head=_HEAD, rows=rows, widths=(50, 50)),)


def _assumed(one: Assumption) -> tuple[Cell, Cell]:
    return Cell(one.question), Cell(one.assumed)
