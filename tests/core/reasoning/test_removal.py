"""Checkpoints thought away, held against plans in which they really are away."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from planner.core.plan import Plan
from planner.core.reasoning.possible import possibilities
from planner.core.reasoning.removal import Removals
from planner.core.recovery import recovery_points, save_ends_ms
from planner.core.timeline import Op, Timeline, compile_plan
from planner.core.vocabulary import Loads
from tests.core.random_plans import random_plan


def without(plan: Plan, index: int) -> Plan:
    return replace(plan, checkpoints=plan.checkpoints[:index] + plan.checkpoints[index + 1 :])


def sound_checkpoints(timeline: Timeline) -> list[int]:
    broken = {save.checkpoint for save in timeline.saves if not save.usable}
    return [index for index in range(len(timeline.plan.checkpoints)) if index not in broken]


def divergent(plan: Plan) -> set[int]:
    return {divergence.step for divergence in possibilities(compile_plan(plan)).divergences}


def exposures(timeline: Timeline) -> dict[tuple[int, str], int]:
    """Return, for each unit and where its EFFECT happens, the ms until a cut no longer brings the run back before it.

    It happens in the unit itself, and at once where a run resumes from a checkpoint inside the unit (by its id).
    """
    plan = timeline.plan
    ends = dict(zip([save.op for save in timeline.saves], save_ends_ms(timeline), strict=True))
    inside = [save for save in recovery_points(timeline) if save.inside]
    barriers = {save.op for save in recovery_points(timeline)}
    if plan.resume.loads is Loads.LATEST:
        barriers |= {save.op for save in timeline.saves if not save.usable}
    place_ms = np.cumsum(timeline.op_ms)
    effects = [
        (int(timeline.op_unit[op]), "", int(op), int(place_ms[op])) for op in np.flatnonzero(timeline.ops == Op.EFFECT)
    ]
    effects += [(save.unit, plan.checkpoints[save.checkpoint].id, save.op, ends[save.op]) for save in inside]
    return {
        (unit, where): next((ends[at] for at in sorted(barriers) if at > op), timeline.ideal_ms) - ms
        for unit, where, op, ms in effects
    }


def harmed_units(timeline: Timeline) -> set[int]:
    """Return the units whose EFFECT can be one too many, apart from those that a record or a stored question ends."""
    repeated = set(np.flatnonzero(possibilities(timeline).unit_duplicated).tolist())
    again = {reask.step for reask in possibilities(timeline).reasks}
    gates = {unit for unit, at in enumerate(timeline.unit_step.tolist()) if at in again}
    return {unit for unit in repeated | gates if not timeline.protections[timeline.unit_step[unit]].records}


@pytest.mark.parametrize("seed", range(300))
def test_what_diverges_only_without_a_checkpoint(seed: int) -> None:
    plan = random_plan(random.Random(seed))
    timeline = compile_plan(plan)
    removals = Removals(timeline)
    for index in sound_checkpoints(timeline):
        opened = divergent(without(plan, index)) - divergent(plan)
        step = removals.diverging(index)
        assert (step and plan.index_of(step.id)) == min(opened, default=None)


@pytest.mark.parametrize("seed", range(300))
def test_what_stays_repeatable_for_longer_without_a_checkpoint(seed: int) -> None:
    plan = random_plan(random.Random(seed))
    timeline = compile_plan(plan)
    removals = Removals(timeline)
    for index in sound_checkpoints(timeline):
        reduced = compile_plan(without(plan, index))
        given, left = exposures(timeline), exposures(reduced)
        harmed = harmed_units(reduced)
        longer = [place for place, ms in left.items() if place[0] in harmed and ms > given.get(place, ms)]
        step = removals.exposed(index)
        assert (step is not None) == bool(longer)
