"""A plan that is only read as one drawing: the run line laid on its side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.safestring import mark_safe

from planner.core.reporting.blocks import Bar, Picture, Station, Way
from planner.core.wordings.words import KINDS
from planner.exports.runline import drawing
from planner.web.quantities import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from planner.core.plan import Plan
    from planner.web.contexts.run_line import Bar as RunBar
    from planner.web.contexts.run_line import Stretch


def strip(plan: Plan, stretches: Sequence[Stretch]) -> dict[str, Any] | None:
    """Return what `report/picture.html` takes, of the stretches of a run line; None for a plan without steps."""
    if not plan.steps:
        return None
    name = f"The plan as a line of {counted(len(plan.steps), 'step')}"
    picture = Picture(
        name=name,
        description=" ".join(_described(stretches)),
        stations=tuple(_stations(plan, stretches)),
        bars=tuple(_bar(plan, bar) for bar in bars_of(stretches)),
        ways=tuple(_ways(stretches)),
    )
    return {"name": name, "drawing": mark_safe(drawing(picture))}  # noqa: S308 -- the drawing escapes every text


def _stations(plan: Plan, stretches: Sequence[Stretch]) -> Iterator[Station]:
    for stretch in stretches:
        for row in stretch.steps:
            said = KINDS[plan.steps[row.number - 1].kind]
            yield Station(number=row.number, name=row.name, glyph=row.glyph, said=said)


def bars_of(stretches: Sequence[Stretch]) -> Iterator[RunBar]:
    """Yield the checkpoints of a run line, those from which no run goes on among them."""
    for stretch in stretches:
        yield from [stretch.checkpoint] if stretch.checkpoint else []
        for row in stretch.steps:
            yield from row.checkpoints


def _bar(plan: Plan, bar: RunBar) -> Bar:
    inside = any(one.id == bar.id and one.inside is not None for one in plan.checkpoints)
    name = bar.name.removeprefix("Checkpoint ")
    return Bar(step=plan.index_of(bar.step_id), name=name, inside=inside, unused=bar.broken)


def _ways(stretches: Sequence[Stretch]) -> Iterator[Way]:
    for stretch in stretches:
        if stretch.returns:
            first, last = stretch.steps[0].number - 1, stretch.steps[-1].number - 1
            yield Way(first=first, last=last, text=_way(stretch), repeats=stretch.returns.can_repeat)


def _way(stretch: Stretch) -> str:
    """Return where a run goes back to: back to A, up to 13 min again, 1 step can repeat."""
    if stretch.returns is None:
        return ""
    how_much = stretch.returns.text.partition(", ")[2]
    said = (f"{stretch.returns.title[:1].lower()}{stretch.returns.title[1:]}", how_much, stretch.returns.danger)
    return ", ".join(part for part in said if part)


def _described(stretches: Sequence[Stretch]) -> Iterator[str]:
    for bar in bars_of(stretches):
        yield f"{bar.name} stands {bar.about.partition('.')[0]}."
    for stretch in stretches:
        if stretch.returns:
            place = stretch.returns.text.partition(",")[0].removeprefix("from ")
            yield f"Stopped in {place}, a run goes {_way(stretch)}."
