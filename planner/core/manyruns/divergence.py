"""Divergences of many runs: a non-deterministic unit is completed again after the world has acted on its result."""

from __future__ import annotations

import numpy as np

from planner.core.dataflow import members
from planner.core.manyruns.census import Misses, Totals
from planner.core.manyruns.flight import Leg
from planner.core.manyruns.shortcuts import Flags, Ints, Shortcuts, flags
from planner.core.manyruns.stretches import MOST_WAITING, Stretches, counted, spread
from planner.core.timeline import Op, Timeline
from planner.core.vocabulary import Kind


class Divergences:
    """Counts completions on whole stretches up to the first result that nothing had acted on, and the rest by pairs."""

    def __init__(self, acts: Acts, totals: Totals, misses: Misses | None) -> None:
        self._acts, self._totals, self._misses = acts, totals, misses
        self._stretches = Stretches(len(acts.op_step))
        self._acted_on_by_mark: Ints | None = None
        self._doubtful: list[tuple[Ints, Ints, Ints, Ints]] = []
        self._waiting = 0

    def add(self, leg: Leg) -> None:
        """See Counter."""
        if leg.session == 0:
            return
        before, start_op = self._acts.done_before, leg.routes.start_op.take(leg.route)
        plain = np.maximum(np.minimum(leg.reached, self._acted_on(leg)), start_op)
        np.add.at(self._totals.by_run["divergences"], leg.run, before.take(plain) - before.take(start_op))
        self._stretches.add(start_op, plain)
        if self._acts.overtake or self._misses is not None:
            end = np.maximum(np.minimum(leg.reached, leg.routes.front.take(leg.route)), start_op)
            self._count_the_others(leg, start_op, plain, end)

    def _acted_on(self, leg: Leg) -> Ints:
        """Return up to where all that a session completes again has been acted on, shape (runs going on,)."""
        if leg.route is not leg.mark:
            return np.minimum(leg.routes.front.take(leg.route), self._acts.acted_upto.take(leg.mark))
        if self._acted_on_by_mark is None:
            self._acted_on_by_mark = np.minimum(leg.routes.front, self._acts.acted_upto)
        return self._acted_on_by_mark.take(leg.mark)

    def _count_the_others(self, leg: Leg, start_op: Ints, plain: Ints, end: Ints) -> None:
        """Count what lies behind, and look later at runs whose world has not acted, since they missed that."""
        if self._acts.overtake:
            self._count(leg.run, plain, end, *self._acts.overtaking(leg.mark), sign=1)
        if self._misses is not None:
            rows = np.flatnonzero(self._misses.some.take(leg.run) & (end > start_op))
            self._doubt(self._misses, leg.run.take(rows), leg.mark.take(rows), start_op.take(rows), end.take(rows))

    def _doubt(self, misses: Misses, run: Ints, mark: Ints, begin: Ints, end: Ints) -> None:
        """Put sessions of runs that missed some EFFECT aside, and look at many at once.

        What a run misses later lies at its mark or behind, so it does not matter when they are looked at.
        """
        self._doubtful.append((run, mark, begin, end))
        self._waiting += len(run)
        if self._waiting > MOST_WAITING:
            self._settle(misses)

    def _settle(self, misses: Misses) -> None:
        """Take back what was counted where the world had not acted on the result, since the run missed it."""
        run, mark, begin, end = (np.concatenate(parts) for parts in zip(*self._doubtful, strict=True))
        known = misses.pairs()
        rows = np.flatnonzero(self._has_missed(known).take(run))
        run = run.take(rows)
        pairs = self._only_missed(known, run, mark.take(rows))
        self._count(run, begin.take(rows), end.take(rows), *pairs, sign=-1)
        self._doubtful, self._waiting = [], 0

    def _has_missed(self, known: Ints) -> Flags:
        """Return which runs missed an EFFECT that would have been the first to rest on some result."""
        run, effect = np.divmod(known, len(self._acts.op_step) + 1)
        missed = np.zeros(self._totals.runs, np.bool_)
        missed[run[self._acts.is_first.take(effect)]] = True
        return missed

    def _count(self, run: Ints, begin: Ints, end: Ints, row: Ints, step: Ints, *, sign: int) -> None:
        """Count the completions of some steps between two ops, given as pairs of a row and a step."""
        first, behind = self._acts.step_first.take(step), self._acts.step_first.take(step + 1)
        upto, since = (np.minimum(np.maximum(places.take(row), first), behind) for places in (end, begin))
        completed = self._acts.done_before.take(upto) - self._acts.done_before.take(since)
        self._totals.add("divergences", run.take(row), step, sign * completed)

    def _only_missed(self, known: Ints, run: Ints, mark: Ints) -> tuple[Ints, Ints]:
        """Return pairs where every EFFECT before the mark that rests on the step was missed."""
        size = len(self._acts.op_step) + 1
        at, entry = spread(np.searchsorted(known, run * size), np.searchsorted(known, run * size + mark))
        row_of, step = self._acts.first_acted_on(known[entry] % size)
        row, effect = at[row_of], (known[entry] % size)[row_of]
        undecided = np.ones(len(row), np.bool_)
        while undecided.any():
            effect[undecided] = self._acts.next_effect(step[undecided], effect[undecided])
            code = run[row] * size + effect
            place = np.minimum(np.searchsorted(known, code), len(known) - 1)
            undecided &= (known[place] == code) & (effect < mark[row])
        untouched = effect >= mark[row]
        return row[untouched], step[untouched]

    def close(self) -> None:
        """See Counter."""
        if self._misses is not None and self._doubtful:
            self._settle(self._misses)
        completed = self._stretches.depth()
        done = self._acts.done
        np.add.at(self._totals.by_step["divergences"], self._acts.op_step[done], completed[done])


class Acts:
    """Which EFFECTs rest on the result of which non-deterministic step, in the order of the timeline."""

    def __init__(self, cuts: Shortcuts) -> None:
        self._cuts = cuts
        timeline = cuts.timeline
        self._steps = len(timeline.plan.steps)
        self._pairs = _pairs(timeline)
        """Shape (pairs,): source · steps + action, ascending."""
        self._first_effect_of = cuts.units.effect[np.array(timeline.first_unit)]
        self._unit_of = np.append(timeline.op_unit, len(timeline.unit_first))
        self.first_effect = self._first(np.arange(self._steps), np.zeros(self._steps, np.int64))
        self._order = np.argsort(self.first_effect, kind="stable")
        self.is_first = np.zeros(len(timeline.ops) + 1, np.bool_)
        self.is_first[self.first_effect] = True
        late_rows, self._late_sources = self._list_overtaking()
        self._late_before = np.searchsorted(late_rows, np.arange(self._steps + 1))
        self._step_at = cuts.units.step[cuts.frontier.unit]
        self.op_step = timeline.unit_step[timeline.op_unit]
        walked = ~flags(timeline, "skips_done")[:-1] & (self.first_effect < len(timeline.ops))
        self.done = (timeline.ops == Op.DONE) & walked[self.op_step]
        self.done_before = counted(self.done)
        self.step_first = cuts.units.first[np.array(timeline.first_unit)]
        self.acted_upto = self._list_acted_upto()

    @property
    def possible(self) -> bool:
        """Whether any step can diverge at all."""
        return bool(self.done.any())

    def _first(self, source: Ints, from_step: Ints) -> Ints:
        """Return the first EFFECT that rests on each source, in an action from a step on; the end if there is none."""
        place = np.searchsorted(self._pairs, source * self._steps + from_step)
        found = np.append(self._pairs, -1)[place]
        known = found // self._steps == source
        return np.where(known, self._first_effect_of[found % self._steps], len(self._cuts.timeline.ops))

    def next_effect(self, source: Ints, effect: Ints) -> Ints:
        """Return the next EFFECT behind one that rests on the same source; the end if there is none."""
        unit = self._unit_of[effect]
        last, step = self._cuts.units.last_of_step[unit], self._cuts.units.step[unit]
        same_step = self._cuts.units.effect[np.minimum(unit + 1, len(self._cuts.units.effect) - 1)]
        return np.where(last, self._first(source, step + 1), same_step)

    def first_acted_on(self, effect: Ints) -> tuple[Ints, Ints]:
        """Return the pairs of a row and a source whose first resting EFFECT is the given one."""
        ordered = self.first_effect[self._order]
        row, at = spread(np.searchsorted(ordered, effect), np.searchsorted(ordered, effect, side="right"))
        return row, self._order[at]

    def _list_acted_upto(self) -> Ints:
        """Return, for each high-water mark, the first op of the first source that nothing before the mark acted on.

        Sources on whose result nothing ever acts do not count.
        """
        ops = len(self._cuts.timeline.ops)
        source = np.flatnonzero(self.first_effect < ops)
        upto = np.full(ops + 1, ops, np.int64)
        np.minimum.at(upto, self.first_effect[source], self.step_first[source])
        return np.minimum.accumulate(upto[::-1])[::-1]

    def overtaking(self, mark: Ints) -> tuple[Ints, Ints]:
        """Return the pairs of a row and a source that was acted on before the mark, though an earlier one was not."""
        step = self._step_at.take(mark)
        row, at = spread(self._late_before.take(step), self._late_before.take(step + 1))
        source = self._late_sources[at]
        acted = self.first_effect[source] < mark[row]
        return row[acted], source[acted]

    def _list_overtaking(self) -> tuple[Ints, Ints]:
        """List, for each step, the sources acted on by it or before while an earlier one still waits for its action."""
        ops = len(self._cuts.timeline.ops)
        source = np.flatnonzero(self.first_effect < ops)
        waits_until = np.maximum.accumulate(self.first_effect[source]) if len(source) else source
        late = waits_until > self.first_effect[source]
        step_of = self._cuts.units.step[self._unit_of]
        since, until = step_of[self.first_effect[source[late]]], step_of[waits_until[late]]
        row, step = spread(since, until + 1)
        order = np.argsort(step, kind="stable")
        return step[order], source[late][row][order]

    @property
    def overtake(self) -> bool:
        """Whether any source is acted on before an earlier one is."""
        return len(self._late_sources) > 0


def _pairs(timeline: Timeline) -> Ints:
    steps = len(timeline.plan.steps)
    actions = [at for at, step in enumerate(timeline.plan.steps) if step.kind is Kind.ACTION]
    pairs = [source * steps + at for at in actions for source in members(timeline.flow.unstable[at])]
    return np.array(sorted(pairs), np.int64)
