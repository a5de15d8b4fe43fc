"""How far a resumed run walks until it is on new ground again, for each place to be cut in (MODEL.md section 4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from planner.core.protection import Protection
from planner.core.timeline import Ints, Op, Save, Timeline
from planner.core.vocabulary import Loads

Flags = NDArray[np.bool_]


class NoClosedFormError(Exception):
    """A plan whose expected values have no closed form here; the message says which part of it is to blame."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WaysBack:
    """The m micro-operations of a timeline as places to be cut in; times are ms, arrays have shape (m,).

    What a cut run does next is told by one number: the newest micro-operation that it had begun. The session that
    follows has a fixed place to start from and a fixed way to walk before it is on new ground.
    """

    timeline: Timeline
    place_ms: Ints
    """Shape (m + 1,): time before each micro-operation, and at the end, in a run that nothing interrupts."""
    unit_ms: Ints
    """Where the unit begins, behind its wait, on the same scale."""
    start: Ints
    """The micro-operation that the next session starts at."""
    back_ms: Ints
    """Its way, recovery apart, to where this micro-operation begins, or to the end of a unit that is left undone."""
    onward_ms: Ints
    """Where that is on the scale of `place_ms`: new ground begins."""
    once: Flags
    """An intent record leaves the unit for good if it is cut here, so that its time is walked at most once."""
    repeats: Flags
    """The unit is performed again though it was done,"""
    gaps: Flags
    """or only if it had its EFFECT and was not done."""
    fatal: Flags
    """A cut here ends the run: the newest snapshot is broken, and the resume loads it."""
    starts_inside: tuple[Save, ...]
    """The saves inside a step that a session can start from."""


def ways_back(timeline: Timeline) -> WaysBack:
    """Measure a timeline; NoClosedFormError where the way back is not always the same."""
    starts, ends = _saves_that_matter(timeline)
    _refuse(timeline, starts)
    guards, units = _Guards.of(timeline), _Units.of(timeline)
    start = _starts(timeline, [*starts, *ends])
    inside = tuple(save for save in starts if save.inside)
    once = guards.leaves & units.within
    place = summed(timeline.op_ms)
    return WaysBack(
        timeline=timeline,
        place_ms=place,
        unit_ms=place[units.begin],
        start=start,
        back_ms=_back(timeline, guards, units, place, start, inside),
        onward_ms=np.where(once, place[timeline.unit_done[timeline.op_unit]], place[:-1]),
        once=once,
        repeats=guards.repeats,
        gaps=guards.gaps,
        fatal=np.isin(start, [save.op + 1 for save in ends]),
        starts_inside=inside,
    )


def summed(ms: Ints) -> Ints:
    """Return the sums before each entry and behind the last, shape (m + 1,)."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(ms)])


def _saves_that_matter(timeline: Timeline) -> tuple[list[Save], list[Save]]:
    """Return the saves that a session can start from, and those that end a run that is cut behind them."""
    loads = timeline.plan.resume.loads
    usable = [save for save in timeline.saves if save.usable]
    if loads is Loads.RESTART or not timeline.plan.identity.survives:
        return [], []
    if loads is Loads.FIRST:
        return usable[:1], []
    return usable, [save for save in timeline.saves if loads is Loads.LATEST and not save.usable]


def _refuse(timeline: Timeline, starts: list[Save]) -> None:
    if any(save.inside and timeline.protections[save.step].leaves_doubt for save in starts):
        raise NoClosedFormError("a checkpoint stands inside a step that its intent record can leave undone")
    amid = {save.step for save in timeline.saves if save.inside or save.unit + 1 < timeline.first_unit[save.step + 1]}
    for at, (step, protection) in enumerate(zip(timeline.plan.steps, timeline.protections, strict=True)):
        if protection.asks and step.items > 1 and (protection.looks_up or at in amid):
            raise NoClosedFormError("a person can be asked in the middle of a batch")


def _starts(timeline: Timeline, saves: list[Save]) -> Ints:
    start = np.zeros(len(timeline.ops) + 1, np.int64)
    behind = [save.op + 1 for save in saves]
    start[behind] = behind
    return np.maximum.accumulate(start)[:-1]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Guards:
    """What protects the step that each micro-operation belongs to; arrays have shape (m,)."""

    repeats: Flags
    gaps: Flags
    skips: Flags
    leaves: Flags
    asks: Flags
    looks_up: Flags
    asks_on_arrival: Flags
    gate_ms: Ints

    @classmethod
    def of(cls, timeline: Timeline) -> _Guards:
        step = timeline.unit_step[timeline.op_unit]
        by_step = np.array([_answers(one) for one in timeline.protections], np.bool_).reshape(-1, 7)
        repeats, opens, skips, leaves, asks, looks_up, asks_on_arrival = by_step[step].T
        return cls(
            repeats=repeats,
            gaps=opens & ~repeats,
            skips=skips,
            leaves=leaves,
            asks=asks,
            looks_up=looks_up,
            asks_on_arrival=asks_on_arrival,
            gate_ms=np.array([one.gate_ms for one in timeline.plan.steps], np.int64)[step],
        )


def _answers(one: Protection) -> tuple[bool, ...]:
    return (
        one.repeats_done,
        one.repeats_open,
        one.skips_done,
        one.leaves_doubt,
        one.asks,
        one.looks_up,
        one.asks_on_arrival,
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Units:
    """Where the unit of each micro-operation has its parts; arrays have shape (m,)."""

    begin: Ints
    """Behind its wait."""
    effect: Ints
    acted: Flags
    """Behind its EFFECT."""
    within: Flags
    """Neither a wait nor a save after the unit."""

    @classmethod
    def of(cls, timeline: Timeline) -> _Units:
        ops, unit = timeline.ops, timeline.op_unit
        effect = np.full(len(timeline.unit_first), len(ops), np.int64)
        effects = np.flatnonzero(ops == Op.EFFECT)
        effect[unit[effects]] = effects
        first = timeline.unit_first[unit]
        return cls(
            begin=first + (ops[first] == Op.WAIT),
            effect=effect[unit],
            acted=np.arange(len(ops)) > effect[unit],
            within=(ops != Op.WAIT) & (ops != Op.SAVE_AFTER),
        )


def _back(
    timeline: Timeline, guards: _Guards, units: _Units, place: Ints, start: Ints, inside: tuple[Save, ...]
) -> Ints:
    replay = summed(_replay_ms(timeline, guards, units))
    back = np.where(units.within, _within(guards, units, place, replay), replay[:-1]) - replay[start]
    for save in inside:
        _start_inside(timeline, back, place, start, save)
    return back


def _replay_ms(timeline: Timeline, guards: _Guards, units: _Units) -> Ints:
    """Return the time of each micro-operation once its unit is done: all of it, what follows the EFFECT, or nothing."""
    ops = timeline.ops
    walked = guards.repeats | (units.acted & ~guards.skips) | (ops == Op.SAVE_AFTER)
    asked = np.where(guards.asks_on_arrival, guards.gate_ms, 0)
    return np.where(ops == Op.WAIT, asked, np.where(walked, timeline.op_ms, 0))


def _within(guards: _Guards, units: _Units, place: Ints, replay: Ints) -> Ints:
    """Return the way to each micro-operation of a unit that was begun and is not done."""
    known = units.acted & (guards.looks_up | guards.asks)
    asked = guards.asks & ~guards.asks_on_arrival & ~(known & guards.looks_up)
    walked = place[:-1] - place[np.where(known, units.effect, units.begin)]
    return replay[units.begin] + np.where(asked, guards.gate_ms, 0) + np.where(guards.leaves, 0, walked)


def _start_inside(timeline: Timeline, back: Ints, place: Ints, start: Ints, save: Save) -> None:
    """Correct the ways from a save inside a unit: the rest of it, and the person who is asked before."""
    protection = timeline.protections[save.step]
    begin, done = save.op + 1, int(timeline.unit_done[save.unit]) + 1
    end = int(np.searchsorted(start, begin, side="right"))
    rest = slice(begin, min(done, end))
    back[rest] = place[rest] - place[begin]
    if protection.asks and not protection.looks_up:
        back[begin : rest.stop if protection.records else end] += timeline.plan.steps[save.step].gate_ms
