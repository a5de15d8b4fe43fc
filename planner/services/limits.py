"""What a plan may be at most so that a plan file and the database can hold it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from planner.core.errors import require
from planner.core.planfile import MAX_BYTES, write_plan

if TYPE_CHECKING:
    from collections.abc import Iterator

    from planner.core.plan import Plan

_BYTES_AROUND = 1_000
"""More than the keys of the plan itself take in its file."""

MAX_NAME_BYTES = 2_000
"""An id and the name of a variable stand in unique indexes, and PostgreSQL's take no more than 2,704 bytes."""


def require_fits_file(plan: Plan) -> None:
    """Demand a plan that its own plan file can hold; most plans need not be written down to know."""
    if most_bytes(plan) <= MAX_BYTES:
        return
    size = len(write_plan(plan).encode())
    require(size <= MAX_BYTES, "", f"a plan has at most {MAX_BYTES:,} bytes as a file; this has {size:,}")


def most_bytes(plan: Plan) -> int:
    """Return a size that the file of a plan stays below."""
    once = (plan.title, plan.goal, plan.identity, plan.storage, plan.resume, plan.interruptions)
    return _BYTES_AROUND + sum(map(_most_bytes_of, (*once, *plan.state, *plan.steps, *plan.checkpoints)))


@lru_cache(maxsize=16_384)
def _most_bytes_of(part: object) -> int:
    """Return a size that a part stays below in a file: its repr has more keys, and a character at most four bytes."""
    return 4 * len(repr(part))


def require_short_names(plan: Plan) -> None:
    """Demand ids and names of variables that the database can index."""
    for path, name in _names(plan):
        require(len(name.encode()) <= MAX_NAME_BYTES, path, f"an id or a name of at most {MAX_NAME_BYTES:,} bytes")


def _names(plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield every id and every name of a variable with its path in the plan file."""
    for at, variable in enumerate(plan.state):
        yield f"state[{at}].name", variable.name
    for at, step in enumerate(plan.steps):
        yield f"steps[{at}].id", step.id
        yield from _listed(f"steps[{at}].needs", step.needs)
        yield from _listed(f"steps[{at}].produces", step.produces)
    for at, checkpoint in enumerate(plan.checkpoints):
        yield f"checkpoints[{at}].id", checkpoint.id
        yield from _listed(f"checkpoints[{at}].snapshot", checkpoint.snapshot)


def _listed(path: str, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    return ((f"{path}[{at}]", name) for at, name in enumerate(names))
