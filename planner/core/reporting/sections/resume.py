"""State and resume: what the run remembers and where, and what it does when it goes on after a stop."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TypeVar

from planner.core.plan import Plan, Variable
from planner.core.reporting.blocks import Cell, Pairs, Prose, Section, Table, Tone
from planner.core.reporting.facts import Facts
from planner.core.wordings.letters import checkpoint_word
from planner.core.wordings.quantities import about
from planner.core.wordings.wording import joined
from planner.core.wordings.words import (
    IDENTITY_SOURCES,
    IF_UNCLEAR,
    LOADS,
    RESUME_CHECKS,
    SINGLE_RUNNERS,
)

Word = TypeVar("Word", bound=StrEnum)

_HEAD = ("State", "Made by", "Used by", "Saved in", "What it is")
_WIDTHS = (20, 16, 20, 14, 30)


def resume_section(facts: Facts) -> Section:
    """Return the section."""
    plan = facts.plan
    return Section(
        key="resume",
        title="State and resume",
        parts=(
            Section(key="when-it-resumes", title="When it resumes", blocks=(_resume(plan),)),
            Section(key="state", title="What the run remembers", blocks=(_state(plan),)),
        ),
    )


def _resume(plan: Plan) -> Pairs:
    rows = (
        ("Knows the run by", _word(IDENTITY_SOURCES, plan.identity.source, plan.identity.description)),
        ("Two resumes at once are stopped by", _word(SINGLE_RUNNERS, plan.identity.single_runner)),
        ("Finds snapshots and records in", _kept(plan)),
        ("Loads", _word(LOADS, plan.resume.loads)),
        ("Checks first", _checks(plan)),
        ("If it cannot tell", _word(IF_UNCLEAR, plan.resume.if_unclear)),
        ("One recovery takes", Cell(about(plan.resume.recovery_ms))),
        *([("Notes", Cell(plan.resume.notes))] if plan.resume.notes.strip() else []),
    )
    return Pairs(name="What a resumed run does", rows=rows)


def _word(words: Mapping[Word, str], value: Word | None, description: str = "") -> Cell:
    if value is None:
        return Cell("Not answered", (description,), Tone.THINK)
    return Cell(words[value], (description,))


def _kept(plan: Plan) -> Cell:
    keeps_ms = plan.storage.keeps_ms
    how_long = f"Kept for {about(keeps_ms)}" if keeps_ms is not None else "How long they are kept is not answered"
    if not plan.storage.where.strip():
        return Cell("Not answered", (how_long,), Tone.THINK)
    return Cell(plan.storage.where, (how_long,), Tone.PLAIN if keeps_ms is not None else Tone.THINK)


def _checks(plan: Plan) -> Cell:
    if plan.resume.checks is None:
        return Cell("Not answered", tone=Tone.THINK)
    if not plan.resume.checks:
        return Cell("Nothing")
    return Cell(" ".join(f"{at}. {RESUME_CHECKS[check]}" for at, check in enumerate(plan.resume.checks, 1)))


def _state(plan: Plan) -> Table | Prose:
    names = _names(plan)
    if not names:
        return Prose("No step uses or makes anything that has a name.")
    rows = tuple(_row(plan, plan.variable(name)) for name in names)
    return Table(name="What the run remembers", head=_HEAD, rows=rows, widths=_WIDTHS)


def _names(plan: Plan) -> tuple[str, ...]:
    """Return every variable once: those that are described, then in the order in which steps name them."""
    named = [name for step in plan.steps for name in (*step.needs, *step.produces)]
    saved = [name for checkpoint in plan.checkpoints for name in checkpoint.snapshot]
    return tuple(dict.fromkeys([*(variable.name for variable in plan.state), *named, *saved]))


def _row(plan: Plan, variable: Variable) -> tuple[Cell, ...]:
    name = variable.name
    makers = [at for at, step in enumerate(plan.steps, 1) if name in step.produces]
    users = [at for at, step in enumerate(plan.steps, 1) if name in step.needs]
    saved = [checkpoint_word(plan, one.id) for one in plan.checkpoints if name in one.snapshot]
    return (
        Cell(name),
        Cell(_steps(makers) or "There from the start"),
        Cell(_steps(users) or "No step"),
        Cell(joined(saved) or "No checkpoint"),
        Cell(variable.description or "–", tuple(_marks(variable))),
    )


def _steps(numbers: list[int]) -> str:
    words = joined([str(number) for number in numbers])
    return f"{'Step' if len(numbers) == 1 else 'Steps'} {words}" if numbers else ""


def _marks(variable: Variable) -> Iterable[str]:
    if not variable.storable:
        yield "cannot be stored"
    if variable.sensitive:
        yield "secret or personal"
