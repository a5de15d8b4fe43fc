"""Keys that the receiver keeps for a limited time only: what matters is when it accepted the last EFFECT."""

from __future__ import annotations

import numpy as np

from planner.core.manyruns.census import Totals, Verdicts
from planner.core.manyruns.flight import Leg
from planner.core.manyruns.shortcuts import Ints, Shortcuts, flags
from planner.core.manyruns.stretches import counted, spread
from planner.core.timeline import Timeline


class ExpiringKeys:
    """Counts repeated EFFECTs whose key can have run out; keeps one time a run and unit."""

    def __init__(self, cuts: Shortcuts, verdicts: Verdicts, totals: Totals) -> None:
        timeline = cuts.timeline
        self._frontier, self._verdicts, self._totals = cuts.frontier, verdicts, totals
        step = cuts.units.step[:-1]
        chosen = np.flatnonzero(verdicts.expires[step] & flags(timeline, "repeats_open")[step])
        self._step = step[chosen]
        self._effect = cuts.units.effect[chosen]
        self._first, self._replay = cuts.first[self._effect], cuts.replay[self._effect]
        expiring = np.zeros(len(timeline.ops), np.bool_)
        expiring[self._effect] = True
        self._before = counted(expiring)
        self._again = flags(timeline, "repeats_done")[self._step]
        self._accepted_ms = np.zeros(totals.runs * len(chosen), np.int64)
        """One entry a unit, run by run."""

    @staticmethod
    def units(timeline: Timeline) -> int:
        """Return for how many units a time must be kept in each run."""
        return sum(step.items for step in timeline.plan.steps if step.key_retention_ms is not None)

    def add(self, leg: Leg) -> None:
        """See Counter."""
        done, reached = self._before.take(leg.mark), self._before.take(np.maximum(leg.reached, 0))
        if leg.session:
            self._repeat(leg, *self._repeated(leg, np.minimum(done, reached)))
        row, unit = spread(done, reached)
        self._accepted_ms[self._places(leg, row, unit)] = leg.began_at(row) + self._behind(leg, row, unit)

    def _places(self, leg: Leg, row: Ints, unit: Ints) -> Ints:
        return leg.run.take(row) * len(self._step) + unit

    def _repeated(self, leg: Leg, upto: Ints) -> tuple[Ints, Ints]:
        row, unit = spread(self._before.take(leg.begin), upto)
        whole = np.flatnonzero(self._again.take(unit))
        gap = np.flatnonzero(self._frontier.repeats_effect.take(leg.mark))
        effect = self._frontier.effect.take(leg.mark.take(gap))
        at = self._before.take(effect)
        expires = (leg.reached.take(gap) > effect) & (self._before.take(effect + 1) > at)
        return np.append(row.take(whole), gap[expires]), np.append(unit.take(whole), at[expires])

    def _repeat(self, leg: Leg, row: Ints, unit: Ints) -> None:
        step, place, route = self._step.take(unit), self._places(leg, row, unit), leg.route.take(row)
        replays = self._effect.take(unit) < leg.routes.front.take(route)
        now = leg.began_at(row) + np.where(replays, self._replayed(leg, row, unit), self._behind(leg, row, unit))
        expired = now - self._accepted_ms.take(place) > self._verdicts.kept_ms.take(step)
        duplicate = expired | (leg.routes.start_op.take(route) <= self._verdicts.redone_until.take(step))
        self._accepted_ms[place[duplicate]] = now[duplicate]
        self._totals.add_repeats(leg.run.take(row), step, duplicate)

    def _behind(self, leg: Leg, row: Ints, unit: Ints) -> Ints:
        """Return when, behind the recovery, a session performs an EFFECT beyond its replay, in ms."""
        known, route = leg.routes, leg.route.take(row)
        behind = self._first.take(unit) - known.first_offset.take(route)
        if known.waits is not None and known.waits.late_ms.any():
            late = self._effect.take(unit) >= known.waits.late_op.take(route)
            behind += known.waits.late_ms.take(route) * late
        return behind

    def _replayed(self, leg: Leg, row: Ints, unit: Ints) -> Ints:
        """Return the same on its replay; at once, if the EFFECT lies before the place where the session starts."""
        known, route = leg.routes, leg.route.take(row)
        behind: Ints = self._replay.take(unit) - known.replay_offset.take(route)
        if known.waits is not None and known.waits.asked_ms.any():
            asked = self._effect.take(unit) >= known.waits.asked_op.take(route)
            behind += known.waits.asked_ms.take(route) * asked
        return np.maximum(behind, 0, out=behind)

    def close(self) -> None:
        """See Counter."""
