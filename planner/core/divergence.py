"""Divergences of many runs: a non-deterministic unit is completed again after the world has acted on its result."""

from __future__ import annotations

import numpy as np

from planner.core.census import Misses, Totals, performed_again, spread
from planner.core.dataflow import members
from planner.core.flight import Leg
from planner.core.shortcuts import Ints, Shortcuts, flags
from planner.core.timeline import Op, Timeline
from planner.core.vocabulary import Kind


class Divergences:
    """Counts completions on whole stretches, and takes back those on whose result nothing had acted yet."""

    def __init__(self, shortcuts: Shortcuts, totals: Totals, misses: Misses | None) -> None:
        timeline = shortcuts.timeline
        self._cuts, self._totals, self._misses = shortcuts, totals, misses
        self._acts = _Acts(shortcuts)
        self._op_step = timeline.unit_step[timeline.op_unit]
        walked = ~flags(timeline, "skips_done")[:-1] & (self._acts.first_effect < len(timeline.ops))
        self._done = (timeline.ops == Op.DONE) & walked[self._op_step]
        self._before = np.concatenate([np.zeros(1, np.int64), np.cumsum(self._done)])
        self._begins = [np.zeros(0, np.int64)]
        self._ends = [np.zeros(0, np.int64)]

    @property
    def possible(self) -> bool:
        """Whether any step can diverge at all."""
        return bool(self._done.any())

    def add(self, leg: Leg) -> None:
        """See Counter."""
        end = np.minimum(leg.reached, leg.front)
        some = np.flatnonzero(leg.walked & (end > leg.start_op))
        some = some[self._before[end[some]] > self._before[leg.start_op[some]]]
        run, begin, end, mark = leg.run[some], leg.start_op[some], end[some], leg.mark[some]
        self._totals.by_run["divergences"][run] += self._before[end] - self._before[begin]
        self._begins.append(begin)
        self._ends.append(end)
        self._take_back(run, begin, end, *self._not_acted_on(run, mark))

    def _take_back(self, run: Ints, begin: Ints, end: Ints, row: Ints, step: Ints) -> None:
        firsts = np.array(self._cuts.timeline.first_unit)
        first, behind = self._cuts.units.first[firsts[step]], self._cuts.units.first[firsts[step + 1]]
        upto, since = np.clip(end[row], first, behind), np.clip(begin[row], first, behind)
        self._totals.add("divergences", run[row], step, -(self._before[upto] - self._before[since]))

    def _not_acted_on(self, run: Ints, mark: Ints) -> tuple[Ints, Ints]:
        """Return the pairs of a row and a step whose result no EFFECT that happened rests on."""
        row, step = self._acts.pending(mark)
        if self._misses is None or not len(self._misses.run):
            return row, step
        missed_row, missed_step = self._only_missed(self._misses, run, mark)
        return np.concatenate([row, missed_row]), np.concatenate([step, missed_step])

    def _only_missed(self, misses: Misses, run: Ints, mark: Ints) -> tuple[Ints, Ints]:
        """Return pairs where every EFFECT before the mark that rests on the step was missed."""
        size = len(self._op_step) + 1
        known = np.sort(misses.run * size + misses.effect)
        at, entry = spread(np.searchsorted(known, run * size), np.searchsorted(known, run * size + mark))
        row_of, chosen = self._acts.first_acted_on(known[entry] % size)
        row, step, effect = at[row_of], chosen, (known[entry] % size)[row_of]
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
        completed = performed_again(self._begins, self._ends, len(self._op_step))
        np.add.at(self._totals.by_step["divergences"], self._op_step[self._done], completed[self._done])


class _Acts:
    """Which EFFECTs rest on the result of which non-deterministic step, in the order of the timeline."""

    def __init__(self, shortcuts: Shortcuts) -> None:
        self._cuts = shortcuts
        timeline = shortcuts.timeline
        self._steps = len(timeline.plan.steps)
        self._pairs = _pairs(timeline)
        """Shape (pairs,): source · steps + action, ascending."""
        self._first_effect_of = shortcuts.units.effect[np.array(timeline.first_unit)]
        self._unit_of = np.append(timeline.op_unit, len(timeline.unit_first))
        self.first_effect = self._first(np.arange(self._steps), np.zeros(self._steps, np.int64))
        self._order = np.argsort(self.first_effect, kind="stable")
        self._pending_rows, self._pending_steps = self._list_pending()

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

    def pending(self, mark: Ints) -> tuple[Ints, Ints]:
        """Return the pairs of a row and a source that was walked before the mark and not acted on before it."""
        step = self._cuts.units.step[self._cuts.frontier.unit[mark]]
        bounds = np.searchsorted(self._pending_rows, np.stack([step, step + 1]))
        row, at = spread(bounds[0], bounds[1])
        source = self._pending_steps[at]
        waiting = self.first_effect[source] >= mark[row]
        return row[waiting], source[waiting]

    def _list_pending(self) -> tuple[Ints, Ints]:
        """List, for each step, the sources before and at it whose first resting EFFECT lies in it or behind."""
        acted = self.first_effect < len(self._cuts.timeline.ops)
        source = np.flatnonzero(acted)
        step_of_effect = self._cuts.units.step[self._unit_of[self.first_effect[source]]]
        row, step = spread(source, step_of_effect + 1)
        order = np.argsort(step, kind="stable")
        return step[order], source[row][order]


def _pairs(timeline: Timeline) -> Ints:
    steps = len(timeline.plan.steps)
    actions = [at for at, step in enumerate(timeline.plan.steps) if step.kind is Kind.ACTION]
    pairs = [source * steps + at for at in actions for source in members(timeline.flow.unstable[at])]
    return np.array(sorted(pairs), np.int64)
