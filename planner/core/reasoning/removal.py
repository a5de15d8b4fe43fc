"""What taking a checkpoint away would open: acts that stay repeatable for longer, results that may change too late."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from planner.core.plan import Step
from planner.core.reasoning.possible import possibilities
from planner.core.recovery import save_ends_ms
from planner.core.timeline import Op, Save, Timeline, compile_plan
from planner.core.vocabulary import Guard, KeySource, Kind, Loads
from planner.core.worthwhile.worth import without


@dataclass(frozen=True, slots=True)
class _Mark:
    """A save that changes what a resumed run loads; without a save, the start or the end of the run."""

    op: int
    """The first micro-operation behind it."""
    end_ms: int
    save: Save | None = None

    @property
    def opens(self) -> bool:
        """Whether runs go on from it: behind a broken save that is loaded all the same, a cut ends the run."""
        return self.save is None or self.save.usable


@dataclass(frozen=True, slots=True)
class _Gap:
    """Marks of one checkpoint in a row, the first of which is loaded, and those around them that would stay."""

    before: _Mark
    own: tuple[_Mark, ...]
    behind: _Mark


class Removals:
    """The checkpoints of one timeline, each thought away in turn.

    It takes time linear in the plan for all of them together: only the stretches around a checkpoint are looked at.
    """

    def __init__(self, timeline: Timeline) -> None:
        plan = timeline.plan
        self._timeline = timeline
        self._place_ms = np.cumsum(timeline.op_ms)
        self._effect = np.full(len(timeline.unit_first), len(timeline.ops))
        effects = np.flatnonzero(timeline.ops == Op.EFFECT)
        self._effect[timeline.op_unit[effects]] = effects
        self._redone = [
            not (step.deterministic or protection.skips_done)
            for step, protection in zip(plan.steps, timeline.protections, strict=True)
        ]
        self._first_only = plan.resume.loads is Loads.FIRST
        marks = [_Mark(0, 0), *_marks(timeline), _Mark(len(timeline.ops), timeline.ideal_ms)]
        self._gaps = self._gaps_between(marks)
        # An intent record can leave out a save inside its unit; then more than the neighbours of a checkpoint counts.
        self._skips_saves = any(save.inside and timeline.protections[save.step].leaves_doubt for save in timeline.saves)

    def exposed(self, checkpoint: int) -> Step | None:
        """Return an action or gate that stays repeatable for longer without the checkpoint (an index), or None."""
        save_ms = self._timeline.plan.checkpoints[checkpoint].save_ms
        for gap in self._gaps.get(checkpoint, ()):
            redone = self._redone_between(gap.before, gap.behind)
            before = gap.before
            for left, mark in zip(range(len(gap.own), 0, -1), gap.own, strict=True):
                if gap.behind.end_ms - left * save_ms > mark.end_ms:
                    step = self._harmful_between(before, mark, redone)
                    if step is not None:
                        return step
                if self._first_only:
                    break
                before = mark
        return None

    def diverging(self, checkpoint: int) -> Step | None:
        """Return a step that only without the checkpoint can be done again after an action rests on it, or None."""
        opened = 0
        if self._skips_saves:
            opened = _diverging(compile_plan(without(self._timeline.plan, checkpoint)))
        for gap in self._gaps.get(checkpoint, ()):
            opened |= self._divergences_between(gap.before, gap.behind)
        opened &= ~_diverging(self._timeline)
        return self._timeline.plan.steps[(opened & -opened).bit_length() - 1] if opened else None

    def _gaps_between(self, marks: list[_Mark]) -> dict[int, list[_Gap]]:
        gaps: dict[int, list[_Gap]] = {}
        at = 1
        for checkpoint, run in groupby(marks[1:-1], key=_checkpoint_of):
            own = tuple(run)
            gap = _Gap(marks[at - 1], own, marks[at + len(own)])
            at += len(own)
            if gap.own[0].opens and not (self._first_only and gap.before.save):
                gaps.setdefault(checkpoint, []).append(gap)
        return gaps

    def _divergences_between(self, before: _Mark, behind: _Mark) -> int:
        """Return, as a mask, the steps that a cut before `behind` has done again after an action that rests on them."""
        redone = self._redone_between(before, behind)
        rested_on = 0
        if redone and before.opens:
            for at, effect_op in self._effects_between(before.op, behind.op):
                if self._timeline.plan.steps[at].kind is Kind.ACTION and self._place_ms[effect_op] < behind.end_ms:
                    rested_on |= self._timeline.flow.unstable[at]
        return redone & rested_on

    def _redone_between(self, before: _Mark, behind: _Mark) -> int:
        """Return, as a mask, the varying steps with a DONE in a stretch: from its start they are redone."""
        timeline = self._timeline
        if before.op >= behind.op or not any(self._redone):
            return 0
        first = int(timeline.unit_done.searchsorted(before.op))
        last = int(timeline.unit_done.searchsorted(behind.op)) - 1
        if last < first:
            return 0
        steps = range(int(timeline.unit_step[first]), int(timeline.unit_step[last]) + 1)
        return sum(1 << at for at in steps if self._redone[at])

    def _effects_between(self, start: int, stop: int) -> Iterator[tuple[int, int]]:
        """Yield each step with an EFFECT among these ops, and the first such op."""
        timeline = self._timeline
        if start >= stop:
            return
        first, last = int(timeline.op_unit[start]), int(timeline.op_unit[stop - 1])
        first += bool(self._effect[first] < start)
        for at in range(int(timeline.unit_step[min(first, last)]), int(timeline.unit_step[last]) + 1):
            unit = max(first, timeline.first_unit[at])
            if unit < timeline.first_unit[at + 1] and self._effect[unit] < stop:
                yield at, int(self._effect[unit])

    def _harmful_between(self, before: _Mark, mark: _Mark, redone: int) -> Step | None:
        """Return the first step of a stretch that is repeated with harm by runs from its start."""
        if not before.opens:
            return None
        resumed = before.save is not None and before.save.inside and before.end_ms < mark.end_ms
        half_done = [before.save.step] if before.save and resumed else []
        acting = [*half_done, *(at for at, _ in self._effects_between(before.op, mark.op))]
        return next((self._timeline.plan.steps[at] for at in acting if self._harms(at, redone)), None)

    def _harms(self, at: int, redone: int) -> bool:
        """Whether the EFFECT of a step, repeated by a run that does these steps again, is one too many."""
        step, protection = self._timeline.plan.steps[at], self._timeline.protections[at]
        if step.kind not in (Kind.ACTION, Kind.GATE) or step.idempotent or not protection.repeats_done:
            return False
        if Guard.IDEMPOTENCY_KEY not in step.guards or step.key_retention_ms is not None:
            return True
        another = {
            KeySource.NEW_EACH_ATTEMPT: True,
            KeySource.DERIVED: bool(self._timeline.flow.unstable[at] & redone),
        }
        return another.get(step.key_source or KeySource.STORED, not self._timeline.plan.identity.survives)


def _marks(timeline: Timeline) -> Iterator[_Mark]:
    plan = timeline.plan
    if plan.resume.loads is Loads.RESTART or not plan.identity.survives:
        return
    for save, end_ms in zip(timeline.saves, save_ends_ms(timeline), strict=True):
        if save.usable or plan.resume.loads is Loads.LATEST:
            yield _Mark(save.op + 1, end_ms, save)


def _diverging(timeline: Timeline) -> int:
    return sum(1 << divergence.step for divergence in possibilities(timeline).divergences)


def _checkpoint_of(mark: _Mark) -> int:
    return mark.save.checkpoint if mark.save else -1
