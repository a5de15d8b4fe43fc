"""What a drawn plan says that its run line does not show: the data of its steps, its state, and how it resumes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planner.core.wordings.wording import listed
from planner.web.contexts.said import said_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from planner.core.plan import Plan, Step, Variable

Fact = tuple[str, str]

_DRAWN_AS = ("identity", "runner", "keeps", "loads", "checks", "unclear", "recovery", "interrupted")
"""What a sketch calls each row of `said_of`, in its order."""


def written_in(*drawings: str) -> frozenset[str]:
    """Return what sketches write out and do not leave as it usually is: settings by their key, and `data`."""
    lines = [line.strip() for drawing in drawings for line in drawing.splitlines()]
    data = {"data"} if any("<-" in line or "->" in line for line in lines) else set()
    return frozenset({line.partition(":")[0] for line in lines if ":" in line} | data)


def beside(plan: Plan, written: frozenset[str]) -> Iterator[Fact]:
    """Yield what is written, in words."""
    if "data" in written:
        yield from ((f"{at}. {step.name}", _data(step)) for at, step in enumerate(plan.steps, start=1))
    yield from ((f"“{one.name}”", traits) for one in plan.state if (traits := " ".join(_traits(plan, one))))
    yield from (row for key, row in zip(_DRAWN_AS, said_of(plan), strict=True) if key in written)


def _data(step: Step) -> str:
    made = listed(step.produces) if step.produces else "nothing"
    return f"Needs {listed(step.needs)}, makes {made}." if step.needs else f"Makes {made}."


def _traits(plan: Plan, variable: Variable) -> Iterator[str]:
    if not any(variable.name in step.produces for step in plan.steps):
        yield "It is there from the start."
    if not variable.storable:
        yield "It cannot be stored."
    if variable.sensitive:
        yield "It holds personal or secret data."
