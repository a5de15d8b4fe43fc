"""Keys that the receiver keeps for a limited time only: what matters is when it accepted the last EFFECT."""

from __future__ import annotations

import numpy as np

from planner.core.manyruns.census import Totals, Verdicts, counted, spread
from planner.core.manyruns.flight import Leg
from planner.core.manyruns.shortcuts import Ints, Shortcuts, flags
from planner.core.timeline import Timeline


class ExpiringKeys:
    """Counts repeated EFFECTs whose key can have run out; keeps one time a run and unit."""

    def __init__(self, cuts: Shortcuts, verdicts: Verdicts, totals: Totals) -> None:
        timeline = cuts.timeline
        self._cuts, self._verdicts, self._totals = cuts, verdicts, totals
        step = cuts.units.step[:-1]
        chosen = np.flatnonzero(verdicts.expires[step] & flags(timeline, "repeats_open")[step])
        self._step = step[chosen]
        self._effect = cuts.units.effect[chosen]
        expiring = np.zeros(len(timeline.ops), np.bool_)
        expiring[self._effect] = True
        self._before = counted(expiring)
        self._again = flags(timeline, "repeats_done")[self._step]
        self._accepted_ms = np.zeros((totals.runs, len(chosen)), np.int64)

    @staticmethod
    def units(timeline: Timeline) -> int:
        """Return for how many units a time must be kept in each run."""
        return sum(step.items for step in timeline.plan.steps if step.key_retention_ms is not None)

    def add(self, leg: Leg) -> None:
        """See Counter."""
        self._repeat(leg, *self._repeated(leg))
        row, unit = self._between(leg.mark, leg.reached)
        self._accepted_ms[leg.run[row], unit] = self._when(leg, row, unit)

    def _between(self, begin: Ints, end: Ints) -> tuple[Ints, Ints]:
        return spread(self._before.take(begin), self._before.take(np.maximum(end, 0)))

    def _repeated(self, leg: Leg) -> tuple[Ints, Ints]:
        row, unit = self._between(leg.begin, np.minimum(leg.reached, leg.mark))
        whole = self._again[unit]
        frontier = self._cuts.frontier
        gap = np.flatnonzero(frontier.repeats_effect.take(leg.mark))
        effect = frontier.effect[leg.mark[gap]]
        at = self._before[effect]
        expires = (leg.reached[gap] > effect) & (self._before[effect + 1] > at)
        gap, at = gap[expires], at[expires]
        return np.concatenate([row[whole], gap]), np.concatenate([unit[whole], at])

    def _repeat(self, leg: Leg, row: Ints, unit: Ints) -> None:
        run, step, now = leg.run[row], self._step[unit], self._when(leg, row, unit)
        expired = now - self._accepted_ms[run, unit] > self._verdicts.kept_ms[step]
        start_op = leg.routes.start_op[leg.route[row]]
        duplicate = expired | (start_op <= self._verdicts.redone_until[step])
        self._accepted_ms[run[duplicate], unit[duplicate]] = now[duplicate]
        self._totals.add("duplicates", run[duplicate], step[duplicate])
        self._totals.add("harmless", run[~duplicate], step[~duplicate])

    def _when(self, leg: Leg, row: Ints, unit: Ints) -> Ints:
        """Return the wall time of an EFFECT in a session, in ms."""
        effect, known, route = self._effect[unit], leg.routes, leg.route[row]
        replayed = self._cuts.replay[effect] - known.replay_offset[route]
        fresh = self._cuts.first[effect] - known.first_offset[route]
        if known.waits is not None:
            waits = known.waits
            replayed += np.where(effect >= waits.asked_op[route], waits.asked_ms[route], 0)
            fresh += np.where(effect >= waits.late_op[route], waits.late_ms[route], 0)
        behind = np.where(effect < known.front[route], np.maximum(replayed, 0), fresh)
        return leg.began_at(row) + behind

    def close(self) -> None:
        """See Counter."""
