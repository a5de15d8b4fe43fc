"""What many runs count: repeats, misses and divergences, told from where their sessions began and how far they got."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from planner.core.dataflow import members
from planner.core.flight import Leg
from planner.core.shortcuts import Flags, Ints, Shortcuts, flags
from planner.core.timeline import Op, Timeline
from planner.core.vocabulary import Guard, KeySource, Kind

COUNTS = ("duplicates", "harmless", "missed", "reasks", "divergences")


class Totals:
    """The counts of one chunk: for each run, for each step over all runs, and the runs with a duplicate of a step."""

    def __init__(self, runs: int, steps: int) -> None:
        self._steps = steps
        self.by_run = {name: np.zeros(runs, np.int64) for name in COUNTS}
        self.by_step = {name: np.zeros(steps, np.int64) for name in COUNTS}
        self.runs_with_duplicates = np.zeros(steps, np.int64)
        self._duplicated: list[Ints] = []

    def add(self, name: str, run: Ints, step: Ints, count: Ints | int = 1) -> None:
        """Count something of a step in a run; a pair may come more than once."""
        np.add.at(self.by_run[name], run, count)
        np.add.at(self.by_step[name], step, count)
        if name == "duplicates":
            self._duplicated.append((run * self._steps + step)[np.broadcast_to(count, run.shape) > 0])

    def close(self) -> None:
        """Sum up which runs had a duplicate of which step."""
        if self._duplicated:
            pairs = np.unique(np.concatenate(self._duplicated))
            self.runs_with_duplicates += np.bincount(pairs % self._steps, minlength=self._steps)


class Counter(Protocol):
    """Counts one thing that sessions do."""

    def add(self, leg: Leg) -> None:
        """Count what the runs do in one session."""
        ...

    def close(self) -> None:
        """Hand in what is only known once all sessions are over."""
        ...


def spread(first: Ints, stop: Ints) -> tuple[Ints, Ints]:
    """Return every (row, value) with first[row] <= value < stop[row], row by row."""
    lengths = np.maximum(stop - first, 0)
    ends = np.cumsum(lengths)
    row = np.repeat(np.arange(len(lengths)), lengths)
    return row, np.arange(len(row)) - np.repeat(ends - lengths - first, lengths)


class Verdicts:
    """What a repeated EFFECT of each step is; arrays have shape (steps,)."""

    def __init__(self, shortcuts: Shortcuts) -> None:
        timeline = shortcuts.timeline
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

    def __init__(self, shortcuts: Shortcuts, verdicts: Verdicts, totals: Totals) -> None:
        timeline = shortcuts.timeline
        self._cuts, self._totals = shortcuts, totals
        self._op_step = timeline.unit_step[timeline.op_unit]
        again = (timeline.ops == Op.EFFECT) & flags(timeline, "repeats_done")[self._op_step]
        kinds = {"duplicates": verdicts.duplicates, "harmless": verdicts.harmless, "reasks": verdicts.gate}
        effects = {name: again & steps[self._op_step] for name, steps in kinds.items()}
        self._effects = {name: chosen for name, chosen in effects.items() if chosen.any()}
        self._before = {name: _counted(chosen) for name, chosen in self._effects.items()}
        self._duplicating = flags(timeline, "repeats_done")[:-1] & verdicts.duplicates
        self._begins = [np.zeros(0, np.int64)]
        self._ends = [np.zeros(0, np.int64)]
        self._covered = np.full(len(totals.by_run["duplicates"]), -1, np.int64)

    def add(self, leg: Leg) -> None:
        """See Counter."""
        begin = self._cuts.starts.effect_from[leg.start]
        end = np.minimum(leg.reached, leg.mark)
        some = leg.walked & (end > begin)
        run, begin, end = leg.run[some], begin[some], end[some]
        for name, before in self._before.items():
            self._totals.by_run[name][run] += before[end] - before[begin]
        self._begins.append(begin)
        self._ends.append(end)
        if "duplicates" in self._before:
            self._cover(run, begin, end)

    def _cover(self, run: Ints, begin: Ints, end: Ints) -> None:
        """Count the steps that are duplicated for the first time in their run.

        The starts of a run's sessions never go back, so what earlier sessions covered of a stretch is its beginning.
        """
        before, effects = self._before["duplicates"], np.flatnonzero(self._effects["duplicates"])
        some = before[end] > before[begin]
        run, begin, end = run[some], begin[some], end[some]
        last = self._op_step[effects[before[end] - 1]]
        first = np.maximum(self._op_step[effects[before[begin]]], self._covered[run] + 1)
        _, step = spread(first, last + 1)
        step = step[self._duplicating[step]]
        self._totals.runs_with_duplicates += np.bincount(step, minlength=len(self._totals.runs_with_duplicates))
        self._covered[run] = np.maximum(self._covered[run], last)

    def close(self) -> None:
        """See Counter."""
        performed = performed_again(self._begins, self._ends, len(self._op_step))
        for name, chosen in self._effects.items():
            np.add.at(self._totals.by_step[name], self._op_step[chosen], performed[chosen])


def performed_again(begins: list[Ints], ends: list[Ints], ops: int) -> Ints:
    """Return, shape (ops,), in how many of the stretches [begin, end) each op lies."""
    opened = np.bincount(np.concatenate(begins), minlength=ops + 1)
    closed = np.bincount(np.concatenate(ends), minlength=ops + 1)
    return np.cumsum(opened - closed)[:ops]


def _counted(chosen: Flags) -> Ints:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(chosen)])


class DerivedKeys:
    """The same for steps with a derived key: a duplicate where the session has made its inputs anew."""

    def __init__(self, shortcuts: Shortcuts, verdicts: Verdicts, totals: Totals) -> None:
        timeline = shortcuts.timeline
        self._cuts, self._verdicts, self._totals = shortcuts, verdicts, totals
        again = flags(timeline, "repeats_done")[:-1] & verdicts.derived
        self.steps = np.flatnonzero(again)
        op_step = timeline.unit_step[timeline.op_unit]
        effects = (timeline.ops == Op.EFFECT) & again[op_step]
        self._before = _counted(effects)
        firsts = np.array(timeline.first_unit)
        self._first = shortcuts.units.first[firsts[self.steps]]
        self._behind = shortcuts.units.first[firsts[self.steps + 1]]

    def add(self, leg: Leg) -> None:
        """See Counter."""
        begin = self._cuts.starts.effect_from[leg.start]
        end = np.minimum(leg.reached, leg.mark)
        some = np.flatnonzero(leg.walked & (end > begin))
        begin, end = begin[some], end[some]
        from_step = np.searchsorted(self._behind, begin, side="right")
        row, at = spread(from_step, np.searchsorted(self._first, end, side="left"))
        upto = np.minimum(end[row], self._behind[at])
        count = self._before[upto] - self._before[np.maximum(begin[row], self._first[at])]
        other = leg.start_op[some][row] <= self._verdicts.redone_until[self.steps[at]]
        run, step = leg.run[some][row], self.steps[at]
        self._totals.add("duplicates", run[other], step[other], count[other])
        self._totals.add("harmless", run[~other], step[~other], count[~other])

    def close(self) -> None:
        """See Counter."""


class RecordGaps:
    """EFFECTs that are repeated only because the run was cut between them and their record."""

    def __init__(self, shortcuts: Shortcuts, verdicts: Verdicts, totals: Totals) -> None:
        self._cuts, self._verdicts, self._totals = shortcuts, verdicts, totals

    def add(self, leg: Leg) -> None:
        """See Counter."""
        frontier = self._cuts.frontier
        repeated = frontier.repeats_effect[leg.mark] & leg.walked & (leg.reached > frontier.effect[leg.mark])
        step = self._cuts.units.step[frontier.unit[leg.mark[repeated]]]
        run, start_op = leg.run[repeated], leg.start_op[repeated]
        other = self._verdicts.derived[step] & (start_op <= self._verdicts.redone_until[step])
        duplicate = self._verdicts.duplicates[step] | other
        harmless = (self._verdicts.harmless | self._verdicts.derived)[step] & ~duplicate
        self._totals.add("duplicates", run[duplicate], step[duplicate])
        self._totals.add("harmless", run[harmless], step[harmless])

    def close(self) -> None:
        """See Counter."""


class ExpiringKeys:
    """EFFECTs with a key that the receiver keeps for a limited time: what matters is when it accepted the last one."""

    def __init__(self, shortcuts: Shortcuts, verdicts: Verdicts, totals: Totals) -> None:
        timeline = shortcuts.timeline
        self._cuts, self._verdicts, self._totals = shortcuts, verdicts, totals
        step = shortcuts.units.step[:-1]
        chosen = np.flatnonzero(verdicts.expires[step] & flags(timeline, "repeats_open")[step])
        self._step = step[chosen]
        self._effect = shortcuts.units.effect[chosen]
        self._again = flags(timeline, "repeats_done")[self._step]
        self._accepted_ms = np.zeros((len(totals.by_run["duplicates"]), len(chosen)), np.int64)

    @staticmethod
    def units(timeline: Timeline) -> int:
        """Return for how many units a time must be kept in each run."""
        return sum(step.items for step in timeline.plan.steps if step.key_retention_ms is not None)

    def add(self, leg: Leg) -> None:
        """See Counter."""
        self._repeat(leg, *self._repeated(leg))
        row, unit = self._between(leg.mark, np.where(leg.walked, leg.reached, 0))
        self._accepted_ms[leg.run[row], unit] = self._when(leg, row, unit)

    def _between(self, begin: Ints, end: Ints) -> tuple[Ints, Ints]:
        return spread(np.searchsorted(self._effect, begin), np.searchsorted(self._effect, end))

    def _repeated(self, leg: Leg) -> tuple[Ints, Ints]:
        end = np.where(leg.walked, np.minimum(leg.reached, leg.mark), 0)
        row, unit = self._between(self._cuts.starts.effect_from[leg.start], end)
        whole = self._again[unit]
        frontier = self._cuts.frontier
        effect = frontier.effect[leg.mark]
        gap = np.flatnonzero(frontier.repeats_effect[leg.mark] & leg.walked & (leg.reached > effect))
        gap = gap[np.isin(effect[gap], self._effect)]
        at = np.searchsorted(self._effect, effect[gap])
        return np.concatenate([row[whole], gap]), np.concatenate([unit[whole], at])

    def _repeat(self, leg: Leg, row: Ints, unit: Ints) -> None:
        run, step, now = leg.run[row], self._step[unit], self._when(leg, row, unit)
        expired = now - self._accepted_ms[run, unit] > self._verdicts.kept_ms[step]
        duplicate = expired | (leg.start_op[row] <= self._verdicts.redone_until[step])
        self._accepted_ms[run[duplicate], unit[duplicate]] = now[duplicate]
        self._totals.add("duplicates", run[duplicate], step[duplicate])
        self._totals.add("harmless", run[~duplicate], step[~duplicate])

    def _when(self, leg: Leg, row: Ints, unit: Ints) -> Ints:
        """Return the wall time of an EFFECT in a session, in ms."""
        effect, route = self._effect[unit], leg.route
        replayed = self._cuts.replay[effect] - self._cuts.replay[leg.start_op[row]]
        fresh = self._cuts.first[effect] - route.offset[row]
        if route.waits is not None:
            place = self._cuts.starts.ask_op[leg.start[row]]
            replayed = replayed + np.where(effect >= place, route.waits.asked_ms[row], 0)
            fresh = fresh + np.where(effect >= route.waits.late_op[row], route.waits.late_ms[row], 0)
        behind = np.where(effect < leg.front[row], np.maximum(replayed, 0), fresh)
        return leg.began_ms[row] + behind

    def close(self) -> None:
        """See Counter."""


class Misses:
    """Units that an intent record leaves undone although their EFFECT never happened."""

    def __init__(self, shortcuts: Shortcuts, totals: Totals) -> None:
        self._cuts, self._totals = shortcuts, totals
        self.run: Ints = np.zeros(0, np.int64)
        self.effect: Ints = np.zeros(0, np.int64)
        """The pairs of a run and the EFFECT that it misses, so far."""

    def add(self, leg: Leg) -> None:
        """See Counter."""
        frontier = self._cuts.frontier
        missed = frontier.misses[leg.mark] & leg.walked & (leg.reached >= leg.enter)
        mark = leg.mark[missed]
        self._totals.add("missed", leg.run[missed], self._cuts.units.step[frontier.unit[mark]])
        self.run = np.concatenate([self.run, leg.run[missed]])
        self.effect = np.concatenate([self.effect, frontier.effect[mark]])

    def close(self) -> None:
        """See Counter."""
