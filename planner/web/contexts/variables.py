"""The variables that a step can use and a checkpoint can save, in the order in which the run makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from planner.core.plan import Plan


def made_before(plan: Plan, at: int, *, besides: Iterable[str] = ()) -> list[tuple[str, str]]:
    """Return name and words for all that is there before step `at` (n: at the end), and for the names `besides`."""
    words = {name: _words(name, "there from the start") for name in from_the_start(plan)}
    for number, step in enumerate(plan.steps[:at], 1):
        words |= {name: _words(name, f"step {number}") for name in step.produces}
    for name in besides:
        words.setdefault(name, _words(name, "no step before makes it"))
    return list(words.items())


def from_the_start(plan: Plan) -> list[str]:
    """Return the described variables that no step produces."""
    produced = {name for step in plan.steps for name in step.produces}
    return [variable.name for variable in plan.state if variable.name not in produced]


def _words(name: str, origin: str) -> str:
    return f"{name} ({origin})"
