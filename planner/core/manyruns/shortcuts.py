"""How a resumed session goes on from any place that a run can have got to, looked up instead of walked.

All that a run has done is told by one number, its high-water mark h: how many micro-operations were ever completed.
Units before the one that h lies in (the frontier unit) are known to be done, so what a resumed run does with them is
fixed and their times are summed once (`replay`). In the frontier unit h tells where the run enters it again. Beyond,
everything is new (`first`). So a session is at most three stretches of these two sums, with up to three waits between.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from planner.core.timeline import Op, Save, Timeline

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Units:
    """The u units of a timeline and one sentinel behind them; arrays have shape (u + 1,), places are op indexes."""

    step: Ints
    first: Ints
    begin: Ints
    """Where the unit begins behind its wait."""
    intent: Ints
    effect: Ints
    """-1: the unit has none."""
    done: Ints
    last_of_step: Flags

    @classmethod
    def of(cls, timeline: Timeline) -> Units:
        """Find the places of each unit."""
        end = len(timeline.ops)
        step = np.append(timeline.unit_step, -1)
        first = np.append(timeline.unit_first, end)
        waits = np.append(timeline.ops == Op.WAIT, False)
        return cls(
            step=step,
            first=first,
            begin=first + waits[first],
            intent=_places(timeline, Op.INTENT),
            effect=_places(timeline, Op.EFFECT),
            done=np.append(timeline.unit_done, end),
            last_of_step=np.append(step[1:] != step[:-1], True),
        )


def _places(timeline: Timeline, kind: Op) -> Ints:
    places = np.full(len(timeline.unit_first) + 1, -1, np.int64)
    found = np.flatnonzero(timeline.ops == kind)
    places[timeline.op_unit[found]] = found
    return places


@dataclass(frozen=True, slots=True, kw_only=True)
class Starts:
    """Where sessions start: entry 0 is the start of the run, entry s + 1 save s; arrays have shape (saves + 1,)."""

    op: Ints
    effect_from: Ints
    """From which op on a performed effect is one that this start repeats: before `op` for a unit cut in its middle."""
    ask_op: Ints
    ask_ms: Ints
    """A wait, and where: the person is asked again in the middle of a step whose done units are not skipped."""
    inside: Flags
    usable: Flags


@dataclass(frozen=True, slots=True, kw_only=True)
class Frontier:
    """What the frontier unit looks like from each high-water mark; arrays have shape (m + 1,)."""

    unit: Ints
    front: Ints
    """Where the frontier unit begins; all units before are done."""
    enter: Ints
    """Where a resumed run enters it, in the first-pass sum."""
    left_to: Ints
    """Behind the unit, if its intent record keeps it from being finished; else 0."""
    wait_ms: Ints
    """The person is asked before the unit,"""
    asks_on_arrival: Flags
    """unless a unit of the same step has been walked in this session already."""
    step_first: Ints
    next_first: Ints
    late_wait_ms: Ints
    """The person is asked only at the unit behind it, since this one is looked up."""
    repeats_effect: Flags
    """Its EFFECT has happened and happens again, although done units of the step are skipped."""
    effect: Ints
    leaves: Flags
    misses: Flags
    """It is left undone because of its intent record, and its EFFECT never happened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortcuts:
    """The sums and tables of one timeline of m micro-operations; times are ms."""

    timeline: Timeline
    units: Units
    first: Ints
    """Shape (m + 1,): time before each op on a first pass."""
    replay: Ints
    """Shape (m + 1,): the same where every unit is known to be done."""
    starts: Starts
    frontier: Frontier
    has_waits: bool

    @classmethod
    def of(cls, timeline: Timeline) -> Shortcuts:
        """Sum up and tabulate a timeline."""
        units = Units.of(timeline)
        return cls(
            timeline=timeline,
            units=units,
            first=_summed(timeline.op_ms),
            replay=_summed(_replay_ms(timeline, units)),
            starts=_starts(timeline, units),
            frontier=_frontier(timeline, units),
            has_waits=any(protection.asks for protection in timeline.protections),
        )


def _summed(ms: Ints) -> Ints:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(ms)])


def flags(timeline: Timeline, name: str) -> Flags:
    """Return one property of the steps' protections as an array, with a last entry for the sentinel: False."""
    return np.array([*(getattr(protection, name) for protection in timeline.protections), False], np.bool_)


def gate_ms(timeline: Timeline) -> Ints:
    """Return how long each step's person takes, and 0 for the sentinel."""
    return np.array([*(step.gate_ms for step in timeline.plan.steps), 0], np.int64)


def _replay_ms(timeline: Timeline, units: Units) -> Ints:
    """Return the time of each op when its unit is known to be done: all, what follows the EFFECT, or nothing."""
    unit, ops = timeline.op_unit, timeline.ops
    step = units.step[unit]
    repeats, skips = flags(timeline, "repeats_done")[step], flags(timeline, "skips_done")[step]
    behind = np.arange(len(ops)) > units.effect[unit]
    walked = (repeats | (behind & ~skips) | (ops == Op.SAVE_AFTER)) & (ops != Op.WAIT)
    asked = (ops == Op.WAIT) & flags(timeline, "asks_on_arrival")[step]
    return np.where(asked, gate_ms(timeline)[step], np.where(walked, timeline.op_ms, 0))


def _starts(timeline: Timeline, units: Units) -> Starts:
    saves = timeline.saves
    where = [_ask_again(timeline, units, save) for save in saves]
    return Starts(
        op=np.array([0, *(save.op + 1 for save in saves)], np.int64),
        effect_from=np.array([0, *(_effect_from(timeline, units, save) for save in saves)], np.int64),
        ask_op=np.array([0, *(op for op, _ in where)], np.int64),
        ask_ms=np.array([0, *(ms for _, ms in where)], np.int64),
        inside=np.array([False, *(save.inside for save in saves)], np.bool_),
        usable=np.array([True, *(save.usable for save in saves)], np.bool_),
    )


def _effect_from(timeline: Timeline, units: Units, save: Save) -> int:
    effect = int(units.effect[save.unit])
    again = save.inside and effect >= 0 and timeline.protections[save.step].repeats_done
    return effect if again else save.op + 1


def _ask_again(timeline: Timeline, units: Units, save: Save) -> tuple[int, int]:
    within = save.inside or not units.last_of_step[save.unit]
    if not within or not timeline.protections[save.step].asks_on_arrival:
        return save.op + 1, 0
    op = save.op + 1 if save.inside else int(units.first[save.unit + 1])
    return op, timeline.plan.steps[save.step].gate_ms


def _frontier(timeline: Timeline, units: Units) -> Frontier:
    mark = np.arange(len(timeline.ops) + 1)
    unit = np.append(timeline.op_unit, len(timeline.unit_first))
    unit += mark > units.done[unit]
    step = units.step[unit]
    effect = units.effect[unit]
    acted = (effect >= 0) & (mark > effect)
    looked_up, asks = flags(timeline, "looks_up")[step], flags(timeline, "asks")[step]
    leaves = flags(timeline, "leaves_doubt")[step] & (mark > units.intent[unit])
    found = acted & (looked_up | asks)
    behind = units.done[unit] + 1
    step_first = units.first[np.array([*timeline.first_unit[:-1], len(timeline.unit_first)])[step]]
    due = asks & (flags(timeline, "asks_always")[step] | (mark >= step_first))
    wait_ms = np.where(due, gate_ms(timeline)[step], 0)
    return Frontier(
        unit=unit,
        front=units.first[unit],
        enter=np.where(found, effect + 1, np.where(leaves, behind, units.begin[unit])),
        left_to=np.where(flags(timeline, "leaves_doubt")[step], behind, 0),
        wait_ms=np.where(acted & looked_up, 0, wait_ms),
        asks_on_arrival=flags(timeline, "asks_on_arrival")[step],
        step_first=step_first,
        next_first=units.first[np.minimum(unit + 1, len(timeline.unit_first))],
        late_wait_ms=np.where(acted & looked_up & ~units.last_of_step[unit], wait_ms, 0),
        repeats_effect=acted & ~found & ~leaves & ~flags(timeline, "repeats_done")[step],
        effect=effect,
        leaves=leaves,
        misses=leaves & ~acted,
    )
