"""What many runs count: repeats, misses and divergences, told from where their sessions began and how far they got."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from planner.core.dataflow import members
from planner.core.manyruns.flight import Leg
from planner.core.manyruns.shortcuts import Flags, Ints, Shortcuts, flags
from planner.core.manyruns.stretches import MOST_WAITING, Stretches, counted, spread
from planner.core.timeline import Op, Timeline
from planner.core.vocabulary import Guard, KeySource, Kind

COUNTS = ("duplicates", "harmless", "missed", "reasks", "divergences")


class Totals:
    """The counts of one chunk: for each run, for each step over all runs, and the runs with a duplicate of a step."""

    def __init__(self, runs: int, steps: int) -> None:
        self.runs = runs
        self._steps = steps
        self.by_run = {name: np.zeros(runs, np.int64) for name in COUNTS}
        self.by_step = {name: np.zeros(steps, np.int64) for name in COUNTS}
        self.runs_with_duplicates = np.zeros(steps, np.int64)
        self._known = np.zeros(0, np.int64)
        """The pairs of a run and a step that has a duplicate in it, as run · steps + step, each once, ascending."""
        self._duplicated: list[Ints] = []
        self._waiting = 0

    def add(self, name: str, run: Ints, step: Ints, count: Ints | int = 1) -> None:
        """Count something of a step in a run; a pair may come more than once."""
        if not len(run):
            return
        np.add.at(self.by_run[name], run, count)
        np.add.at(self.by_step[name], step, count)
        if name == "duplicates":
            pair = run * self._steps + step
            self._note(pair if isinstance(count, int) else pair[count > 0])

    def _note(self, pairs: Ints) -> None:
        """Note duplicates, of which there can be far more than there are pairs."""
        self._duplicated.append(pairs)
        self._waiting += len(pairs)
        if self._waiting > max(MOST_WAITING, len(self._known)):
            self._merge()

    def _merge(self) -> None:
        pairs = np.sort(np.concatenate([self._known, *self._duplicated]))
        self._known = pairs[np.append(True, pairs[1:] != pairs[:-1])[: len(pairs)]]
        self._duplicated, self._waiting = [], 0

    def add_repeats(self, run: Ints, step: Ints, duplicate: Flags, count: Ints | None = None) -> None:
        """Count repeated EFFECTs of a step in a run (once, if not told how often) as duplicates or as harmless."""
        for name, chosen in (("duplicates", duplicate), ("harmless", ~duplicate)):
            rows = np.flatnonzero(chosen)
            self.add(name, run.take(rows), step.take(rows), 1 if count is None else count.take(rows))

    def close(self) -> None:
        """Sum up which runs had a duplicate of which step."""
        self._merge()
        if len(self._known):
            self.runs_with_duplicates += np.bincount(self._known % self._steps, minlength=self._steps)


class Counter(Protocol):
    """Counts one thing that sessions do."""

    def add(self, leg: Leg) -> None:
        """Count what the runs do in one session."""
        ...

    def close(self) -> None:
        """Hand in what is only known once all sessions are over."""
        ...


class Verdicts:
    """What a repeated EFFECT of each step is; arrays have shape (steps,)."""

    def __init__(self, cuts: Shortcuts) -> None:
        timeline = cuts.timeline
        steps = timeline.plan.steps
        keyed = np.array([Guard.IDEMPOTENCY_KEY in step.guards for step in steps], np.bool_)
        source = [step.key_source or KeySource.STORED for step in steps]
        self.idempotent = np.array([step.idempotent is True for step in steps], np.bool_)
        self.gate = np.array([step.kind is Kind.GATE for step in steps], np.bool_)
        action = np.array([step.kind is Kind.ACTION for step in steps], np.bool_)
        found = timeline.plan.identity.survives
        stored = keyed & np.array([kind is KeySource.STORED for kind in source], np.bool_) & found
        derived = keyed & np.array([kind is KeySource.DERIVED for kind in source], np.bool_)
        self.kept_ms = np.array([-1 if step.key_retention_ms is None else step.key_retention_ms for step in steps])
        self.redone_until = np.full(len(steps), -1, np.int64)
        """Up to which op a session must start for the step's derived key to become another."""
        for at in np.flatnonzero(derived):
            self.redone_until[at] = _last_redone(timeline, int(at))
        recognised = (stored | derived) & ~self.idempotent
        self.expires = recognised & (self.kept_ms >= 0)
        self.derived = derived & ~self.idempotent & ~self.expires
        self.harmless = self.idempotent | (recognised & ~self.expires & ~self.derived)
        self.duplicates = action & ~(self.harmless | self.expires | self.derived)


def _last_redone(timeline: Timeline, at: int) -> int:
    redone = [source for source in members(timeline.flow.unstable[at]) if not timeline.protections[source].skips_done]
    return int(timeline.unit_done[timeline.first_unit[redone[-1] + 1] - 1]) if redone else -1


class Repeats:
    """EFFECTs of units that are performed again although they were done: whole stretches of the timeline."""

    def __init__(self, cuts: Shortcuts, verdicts: Verdicts, totals: Totals) -> None:
        timeline = cuts.timeline
        self._totals = totals
        self._op_step = timeline.unit_step[timeline.op_unit]
        again = (timeline.ops == Op.EFFECT) & flags(timeline, "repeats_done")[self._op_step]
        kinds = {"duplicates": verdicts.duplicates, "harmless": verdicts.harmless, "reasks": verdicts.gate}
        effects = {name: again & steps[self._op_step] for name, steps in kinds.items()}
        self._effects = {name: chosen for name, chosen in effects.items() if chosen.any()}
        self._before = {name: counted(chosen) for name, chosen in self._effects.items()}
        self._stretches = Stretches(len(self._op_step))
        self._duplicated = Stretches(len(timeline.plan.steps))
        self._covered = np.zeros(totals.runs, np.int64)
        if "duplicates" in self._effects:
            self._first_step, self._steps_upto = _steps_around(self._effects["duplicates"], self._op_step)

    def add(self, leg: Leg) -> None:
        """See Counter."""
        if leg.session == 0:
            return
        end = np.maximum(np.minimum(leg.reached, leg.mark), leg.begin)
        self._stretches.add(leg.begin, end)
        for name, before in self._before.items():
            count = before.take(end)
            count -= before.take(leg.begin)
            np.add.at(self._totals.by_run[name], leg.run, count)
            if name == "duplicates":
                self._cover(leg, count, end)

    def _cover(self, leg: Leg, count: Ints, end: Ints) -> None:
        """Note the steps that are duplicated for the first time in their run.

        The starts of a run's sessions never go back, so what earlier sessions covered of a stretch is its beginning.
        """
        upto = self._steps_upto.take(end)
        rows = np.flatnonzero((upto > self._covered.take(leg.run)) & (count > 0))
        run, upto = leg.run.take(rows), upto.take(rows)
        first = self._first_step.take(leg.begin.take(rows))
        self._duplicated.add(np.maximum(first, self._covered.take(run)), upto)
        self._covered[run] = upto

    def close(self) -> None:
        """See Counter."""
        performed = self._stretches.depth()
        for name, chosen in self._effects.items():
            np.add.at(self._totals.by_step[name], self._op_step[chosen], performed[chosen])
        if "duplicates" in self._effects:
            duplicating = np.unique(self._op_step[self._effects["duplicates"]])
            self._totals.runs_with_duplicates[duplicating] += self._duplicated.depth()[duplicating]


def _steps_around(effects: Flags, op_step: Ints) -> tuple[Ints, Ints]:
    """Return, for each place between ops, the step of the next effect, and that of the last one before it plus 1.

    Shape (m + 1,) each; where there is none, 0.
    """
    steps, before = op_step[effects], counted(effects)
    return np.append(steps, 0)[before], np.append(0, steps + 1)[before]


class DerivedKeys:
    """The same for steps with a derived key: a duplicate where the session has made its inputs anew."""

    def __init__(self, cuts: Shortcuts, verdicts: Verdicts, totals: Totals) -> None:
        timeline = cuts.timeline
        self._verdicts, self._totals = verdicts, totals
        again = flags(timeline, "repeats_done")[:-1] & verdicts.derived
        self._steps = np.flatnonzero(again)
        op_step = timeline.unit_step[timeline.op_unit]
        self._before = counted((timeline.ops == Op.EFFECT) & again[op_step])
        firsts = np.array(timeline.first_unit)
        self._first = cuts.units.first[firsts[self._steps]]
        self._behind = cuts.units.first[firsts[self._steps + 1]]
        places = np.arange(len(op_step) + 1)
        self._not_behind = np.searchsorted(self._behind, places, side="right")
        self._begun = np.searchsorted(self._first, places)

    def add(self, leg: Leg) -> None:
        """See Counter."""
        if leg.session == 0:
            return
        end = np.maximum(np.minimum(leg.reached, leg.mark), leg.begin)
        some = np.flatnonzero(self._before.take(end) > self._before.take(leg.begin))
        begin, end = leg.begin.take(some), end.take(some)
        row, at = spread(self._not_behind.take(begin), self._begun.take(end))
        step, some = self._steps.take(at), some.take(row)
        upto = np.minimum(end.take(row), self._behind.take(at))
        since = np.maximum(begin.take(row), self._first.take(at))
        start_op = leg.routes.start_op.take(leg.route.take(some))
        other = start_op <= self._verdicts.redone_until.take(step)
        self._totals.add_repeats(leg.run.take(some), step, other, self._before.take(upto) - self._before.take(since))

    def close(self) -> None:
        """See Counter."""


class RecordGaps:
    """EFFECTs that are repeated only because the run was cut between them and their record."""

    def __init__(self, cuts: Shortcuts, verdicts: Verdicts, totals: Totals) -> None:
        self._verdicts, self._totals = verdicts, totals
        self._repeats = cuts.frontier.repeats_effect
        self._effect = cuts.frontier.effect
        self._step = cuts.units.step[cuts.frontier.unit]

    def add(self, leg: Leg) -> None:
        """See Counter."""
        rows = np.flatnonzero(self._repeats.take(leg.mark))
        rows = rows[leg.reached.take(rows) > self._effect.take(leg.mark.take(rows))]
        step = self._step.take(leg.mark.take(rows))
        start_op = leg.routes.start_op.take(leg.route.take(rows))
        other = self._verdicts.derived[step] & (start_op <= self._verdicts.redone_until[step])
        duplicate = self._verdicts.duplicates[step] | other
        harmless = (self._verdicts.harmless | self._verdicts.derived)[step] & ~duplicate
        run = leg.run[rows]
        self._totals.add("duplicates", run[duplicate], step[duplicate])
        self._totals.add("harmless", run[harmless], step[harmless])

    def close(self) -> None:
        """See Counter."""


class Misses:
    """Units that an intent record leaves undone although their EFFECT never happened."""

    def __init__(self, cuts: Shortcuts, totals: Totals) -> None:
        self._cuts, self._totals = cuts, totals
        self.some = np.zeros(totals.runs, np.bool_)
        """Which runs have missed any, so far."""
        self._pairs = [np.zeros(0, np.int64)]

    def add(self, leg: Leg) -> None:
        """See Counter."""
        frontier = self._cuts.frontier
        rows = np.flatnonzero(frontier.misses.take(leg.mark))
        rows = rows[leg.reached.take(rows) >= leg.routes.enter.take(leg.route.take(rows))]
        run, mark = leg.run.take(rows), leg.mark.take(rows)
        self._totals.add("missed", run, self._cuts.units.step.take(frontier.unit.take(mark)))
        self.some[run] = True
        self._pairs.append(run * len(self._cuts.first) + frontier.effect.take(mark))

    def pairs(self) -> Ints:
        """Return the pairs of a run and an EFFECT that it has missed so far, ascending: run · (m + 1) + op."""
        self._pairs = [np.sort(np.concatenate(self._pairs))]
        return self._pairs[0]

    def close(self) -> None:
        """See Counter."""
