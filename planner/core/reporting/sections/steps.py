"""Steps, effects and prevention: what each step does, what a repeat would do, what keeps it away, what tests showed."""

from __future__ import annotations

from collections.abc import Iterator

from planner.core.finding import Place
from planner.core.plan import Step
from planner.core.reporting.blocks import Cell, Prose, Section, Table, Tone
from planner.core.reporting.facts import Facts
from planner.core.reporting.remarks import Remarks
from planner.core.reporting.sections.prevention import preventions
from planner.core.reporting.sections.seen import seen
from planner.core.vocabulary import Consequence, Kind
from planner.core.wordings.quantities import about
from planner.core.wordings.wording import quoted
from planner.core.wordings.words import CONSEQUENCES, KINDS

_HEAD = ("#", "Step", "What it does", "If it runs twice", "What prevents that", "What the tests showed")
_WIDTHS = (4, 19, 19, 18, 23, 17)
_MARKS = {True: "it repeats", False: "it does not repeat", None: "not sure"}


def steps_section(facts: Facts, remarks: Remarks) -> Section:
    """Return the section."""
    title = "Steps, effects and prevention"
    if not facts.plan.steps:
        return Section(key="steps", title=title, blocks=(Prose("There is no step yet."),))
    rows = tuple(_row(facts, remarks, at) for at in range(len(facts.plan.steps)))
    table = Table(name=title, head=_HEAD, rows=rows, widths=_WIDTHS, numbered=True)
    return Section(key="steps", title=title, blocks=(table,))


def _row(facts: Facts, remarks: Remarks, at: int) -> tuple[Cell, ...]:
    step = facts.plan.steps[at]
    return (
        Cell(str(at + 1)),
        Cell(step.name or "Without a name", _notes(step)),
        Cell(KINDS[step.kind], tuple(_conditions(step))),
        Cell(if_twice(step), _mark(step), Tone.THINK if _is_unanswered(step) else Tone.PLAIN),
        _prevention(facts, remarks, at),
        seen(facts, step),
    )


def _notes(step: Step) -> tuple[str, ...]:
    lasts = f"{step.items:,} items, {about(step.duration_ms)} each" if step.items > 1 else about(step.duration_ms)
    return (lasts, step.notes)


def _conditions(step: Step) -> Iterator[str]:
    if step.consequence:
        yield CONSEQUENCES[step.consequence]
    if not step.confirmed:
        yield "does not wait for a confirmation"
    if not step.deterministic:
        yield "comes out different each time"


def if_twice(step: Step) -> str:
    """Return what a second run through a step would do, guards apart."""
    if step.kind is Kind.GATE:
        return "The stored answer is found" if step.question_stored else "The person is asked again"
    if step.kind is not Kind.ACTION:
        return _costs(step)
    if step.idempotent is None:
        return "Not answered; taken as: it happens twice"
    if step.idempotent:
        return "As if it ran once (idempotent)"
    return "It happens twice" if step.consequence is not Consequence.NUISANCE else "It happens twice, a nuisance"


def _costs(step: Step) -> str:
    time = about(step.duration_ms * step.items)
    return f"Costs {time}" if step.deterministic else f"Costs {time}, and comes out different"


def _is_unanswered(step: Step) -> bool:
    return step.kind is Kind.ACTION and step.idempotent is None


def _mark(step: Step) -> tuple[str, ...]:
    return (f"Marked by the author: {_MARKS[step.replay_risk.repeats]}",) if step.replay_risk else ()


def _prevention(facts: Facts, remarks: Remarks, at: int) -> Cell:
    step = facts.plan.steps[at]
    planned = preventions(facts.timeline, at)
    said = step.replay_risk.prevention if step.replay_risk else ""
    reasons = [one.reason for one in remarks.acceptances if one.about == Place(step=step.id)]
    notes = [f"In the author’s words: {quoted(said)}"] if said.strip() else []
    notes += [f"Accepted: {reason}" for reason in reasons]
    return Cell("; ".join(planned) or _nothing(step), tuple(notes))


def _nothing(step: Step) -> str:
    return "Nothing" if step.kind is Kind.ACTION and not step.idempotent else "–"
