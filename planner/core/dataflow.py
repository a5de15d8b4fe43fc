"""Which step's results other steps rest on, and what is live between steps (MODEL.md section 5)."""

from __future__ import annotations

from dataclasses import dataclass

from planner.core.plan import Checkpoint, Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataflow:
    """The flow of variables through a plan of n steps.

    Sets of steps are bit masks: bit i stands for step i.
    """

    live: tuple[frozenset[str], ...]
    """n + 1 sets: what is live before step i, and at the end."""
    ancestors: tuple[int, ...]
    """n masks: the steps that step i depends on, directly or through others."""
    unstable: tuple[int, ...]
    """n masks: those of the ancestors that are non-deterministic."""
    missing: tuple[tuple[str, ...], ...]
    """n lists: what step i needs and no earlier step produces."""


def dataflow_of(plan: Plan) -> Dataflow:
    """Follow each variable from the last step that produced it to the steps that need it."""
    varying = sum(1 << at for at, step in enumerate(plan.steps) if not step.deterministic)
    ancestors, missing = _follow(plan)
    return Dataflow(
        live=_live(plan),
        ancestors=ancestors,
        unstable=tuple(mask & varying for mask in ancestors),
        missing=missing,
    )


def _follow(plan: Plan) -> tuple[tuple[int, ...], tuple[tuple[str, ...], ...]]:
    producer: dict[str, int] = {}
    ancestors: list[int] = []
    missing: list[tuple[str, ...]] = []
    for at, step in enumerate(plan.steps):
        mask = 0
        for name in step.needs:
            if name in producer:
                mask |= (1 << producer[name]) | ancestors[producer[name]]
        ancestors.append(mask)
        missing.append(tuple([name for name in step.needs if name not in producer]))
        for name in step.produces:
            producer[name] = at
    return tuple(ancestors), tuple(missing)


def _live(plan: Plan) -> tuple[frozenset[str], ...]:
    last = len(plan.steps)
    first_made: dict[str, int] = {}
    for at, step in enumerate(plan.steps):
        for name in step.produces:
            first_made.setdefault(name, at)
    wanted: set[str] = set()
    live: list[frozenset[str]] = [frozenset()]
    for at in reversed(range(last)):
        wanted.difference_update(plan.steps[at].produces)
        wanted.update(plan.steps[at].needs)
        live.append(frozenset([name for name in wanted if first_made.get(name, last) < at]))
    return tuple(reversed(live))


def live_around(plan: Plan, flow: Dataflow, checkpoint: Checkpoint) -> frozenset[str]:
    """Return what is live at one or another of the positions of a checkpoint."""
    at = plan.index_of(checkpoint.step_id)
    before, after = flow.live[at : at + 2]
    if checkpoint.inside is not None:
        return before
    every = checkpoint.every_items
    return after if every is None or every >= plan.steps[at].items else before | after


def members(mask: int) -> tuple[int, ...]:
    """Return the steps of a bit mask, in order."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)
