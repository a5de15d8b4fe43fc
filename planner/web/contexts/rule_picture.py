"""One of the two pictures of a rule: a drawn plan on its run line, and what the check says to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from planner.core.check import check_plan
from planner.core.sketch import sketch
from planner.privacy import private_in
from planner.web.contexts.beside import Fact, beside
from planner.web.contexts.finding_cards import TONES
from planner.web.contexts.kept import Kept
from planner.web.contexts.run_line import RunLine

if TYPE_CHECKING:
    from collections.abc import Iterator

    from planner.core.finding import Finding
    from planner.core.plan import Plan
    from planner.core.wordings.manual import Example
    from planner.web.contexts.run_line import Bar, Stretch


class Side(StrEnum):
    """Which of the two pictures it is."""

    FLAGGED = "flagged"
    ACCEPTED = "accepted"


_TONES = {Side.FLAGGED: "fix", Side.ACCEPTED: "passed"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What the check says to a picture; `id` is where the picture's own remarks lead."""

    id: str
    tone: str
    problem: str
    why: str
    fix: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """What is shown; `key` sets its ids apart from those of the other picture."""

    key: str
    title: str
    tone: str
    caption: str
    stretches: tuple[Stretch, ...]
    facts: tuple[Fact, ...]
    findings: tuple[Said, ...]

    @property
    def line_title(self) -> str:
        """The id of what names the run line."""
        return f"{self.key}-title"


def picture_of(example: Example, side: Side, *, code: str, letters: Iterator[str], written: frozenset[str]) -> Picture:
    """Draw an example of a rule; its checkpoints take the next letters, `written` is what is said besides the line."""
    plan = _set_apart(sketch(example.drawing), side, letters)
    found = check_plan(plan, select=[code], spot=private_in)
    bench = Kept(plan=plan, base="", shown=True, found=found)
    return Picture(
        key=side.value,
        title=side.value.capitalize(),
        tone=_TONES[side],
        caption=example.caption,
        stretches=tuple(_plain(stretch, side) for stretch in RunLine(bench).stretches()),
        facts=tuple(beside(plan, written)),
        findings=tuple(_said(finding, bench.finding_ids[finding]) for finding in found),
    )


def _set_apart(plan: Plan, side: Side, letters: Iterator[str]) -> Plan:
    """Return the plan with ids that the other picture on the page does not have."""
    ids = {step.id: f"{side}-{step.id}" for step in plan.steps}
    return replace(
        plan,
        steps=tuple(replace(step, id=ids[step.id]) for step in plan.steps),
        checkpoints=tuple(
            replace(one, id=next(letters), after=ids.get(one.after or ""), inside=ids.get(one.inside or ""))
            for one in plan.checkpoints
        ),
    )


def _plain(stretch: Stretch, side: Side) -> Stretch:
    """Return the stretch with an id of its own where it begins at the start, and no questions but answered ones."""
    return replace(
        stretch,
        key=stretch.key if stretch.checkpoint else f"{side}-{stretch.key}",
        checkpoint=_plain_bar(stretch.checkpoint) if stretch.checkpoint else None,
        steps=tuple(
            replace(row, checkpoints=tuple(_plain_bar(one) for one in row.checkpoints)) for row in stretch.steps
        ),
    )


def _plain_bar(bar: Bar) -> Bar:
    answered = bar.questions is not None and any(row.answer for row in bar.questions.rows)
    return replace(bar, questions=replace(bar.questions, open=True) if answered and bar.questions else None)


def _said(finding: Finding, name: str) -> Said:
    return Said(
        id=name,
        tone=TONES[finding.severity],
        problem=finding.problem,
        why=finding.why,
        fix=tuple(choice.text for choice in finding.fix),
    )
