"""What a run repeats and misses on average, told from where its sessions begin (MODEL.md sections 4 and 7)."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from planner.core.closedform.sessions import Floats, Sessions
from planner.core.closedform.wayback import Flags, WaysBack
from planner.core.dataflow import members
from planner.core.manyruns.census import COUNTS
from planner.core.plan import Step
from planner.core.timeline import Ints, Op, Timeline
from planner.core.vocabulary import Guard, KeySource, Kind


class Expected:
    """The expected counts of a run of n steps.

    One rule gives all repeats: of the sessions that follow a cut behind a place, those that start before it and last
    until they pass it again. With Poisson strikes that is e^{λτ} − 1 for a place that lies τ before the next snapshot.
    """

    def __init__(self, ways: WaysBack, sessions: Sessions) -> None:
        self._ways, self._sessions, self._timeline = ways, sessions, ways.timeline
        self._steps = self._timeline.plan.steps
        self._op_step = self._timeline.unit_step[self._timeline.op_unit]
        self._effects = np.flatnonzero(self._timeline.ops == Op.EFFECT)
        self._last_of_start = np.append(ways.start[1:] != ways.start[:-1], True)
        self._following = [_sums_onwards(term.weights, self._last_of_start) for term in sessions.terms]
        """Of each term, what follows a cut in each micro-operation or behind it, and starts where that does."""

    def inconsistent(self) -> float:
        """Return how often a session resumes from inside a step."""
        return sum(float(self._following[0][save.op + 1]) for save in self._ways.starts_inside)

    def counts(self) -> dict[str, Floats]:
        """Return the counts by name, an entry a step; NaN: no closed form."""
        counts = {name: np.zeros(len(self._steps)) for name in COUNTS}
        counts["missed"] = self._missed()
        for at, mean in self._divergences():
            counts["divergences"][at] = mean
        anew, same = self._repeats()
        for at in np.flatnonzero(anew + same).tolist():
            for name, mean in self._verdict(self._steps[at], float(anew[at]), float(same[at])).items():
                counts[name][at] = mean
        return counts

    def _verdict(self, step: Step, anew: float, same: float) -> dict[str, float]:
        """Return what repeats of a step are, some of them with inputs made anew since, the others with the same."""
        if step.kind is Kind.GATE:
            return {"reasks": anew + same}
        if step.idempotent:
            return {"harmless": anew + same}
        source = step.key_source or KeySource.STORED
        lost = source is KeySource.STORED and not self._timeline.plan.identity.survives
        if Guard.IDEMPOTENCY_KEY not in step.guards or source is KeySource.NEW_EACH_ATTEMPT or lost:
            return {"duplicates": anew + same}
        if step.key_retention_ms is not None:
            return {"duplicates": math.nan, "harmless": math.nan}
        return {"harmless": anew + same} if source is KeySource.STORED else {"duplicates": anew, "harmless": same}

    def _passing(self, cut: Ints, way_ms: Ints, following: list[Floats]) -> Floats:
        """Return how many sessions follow a cut in or behind some micro-operations, and get so far on their way."""
        passing = np.zeros(len(way_ms))
        for term, sums in zip(self._sessions.terms, following, strict=True):
            passing += sums[cut] * term.factor(way_ms)
        return passing

    def _repeats(self) -> tuple[Floats, Floats]:
        """Return how often an EFFECT is repeated, by step: with inputs that were made anew since, and with the same."""
        ways, effects, following = self._ways, self._effects, self._following_in_doubt()
        repeated = self._passing(effects, ways.back_ms[effects], following)
        redone = ways.start[effects] <= self._made_anew()[self._op_step[effects]]
        same = self._by_step(effects, repeated * ~redone)
        inside = np.array([save.op + 1 for save in ways.starts_inside if self._acts(save.step)], np.int64)
        if len(inside):
            at_once = self._passing(inside, np.zeros_like(inside), following)
            same += self._by_step(inside - 1, at_once)
        return self._by_step(effects, repeated * redone), same

    def _by_step(self, ops: Ints, values: Floats) -> Floats:
        sums = np.zeros(len(self._steps))
        np.add.at(sums, self._op_step[ops], values)
        return sums

    def _acts(self, at: int) -> bool:
        return self._steps[at].kind in (Kind.ACTION, Kind.GATE)

    def _following_in_doubt(self) -> list[Floats]:
        """Return the sessions that follow a cut and perform the unit again: all, those before it is DONE, or none."""
        ways, last = self._ways, self._last_of_start | (self._timeline.ops == Op.DONE)
        if not ways.gaps.any():
            return [np.where(ways.repeats, always, 0.0) for always in self._following]
        until_done = (_sums_onwards(term.weights, last) for term in self._sessions.terms)
        return [
            np.where(ways.repeats, always, np.where(ways.gaps, some, 0.0))
            for always, some in zip(self._following, until_done, strict=True)
        ]

    def _made_anew(self) -> Ints:
        """Return for each step the last DONE that, completed again, gives it another derived key; -1: none."""
        last = np.full(len(self._steps), -1, np.int64)
        for at, step in enumerate(self._steps):
            if step.key_source is KeySource.DERIVED:
                sources = [one for one in members(self._timeline.flow.unstable[at]) if self._completes_again(one)]
                last[at] = self._dones(sources[-1])[-1] if sources else -1
        return last

    def _missed(self) -> Floats:
        """Return how many EFFECTs never happen, by step: those of units that are left undone before it."""
        ways = self._ways
        before = np.flatnonzero(ways.once & ~ways.fatal & (self._timeline.ops == Op.PRE))
        return self._by_step(before, self._sessions.cut[before])

    def _divergences(self) -> Iterator[tuple[int, float]]:
        """Yield the steps that can diverge: an action rests on them, and no session starts between the two."""
        ways, timeline = self._ways, self._timeline
        for source, at in _acted_on(timeline):
            effect = self._effects[np.searchsorted(self._effects, timeline.unit_first[timeline.first_unit[at]])]
            dones = self._dones(source)
            dones = dones[ways.start[dones] == ways.start[effect]]
            if len(dones) and self._completes_again(source):
                missable = timeline.protections[at].leaves_doubt and self._steps[at].before_effect_ms
                again = self._passing(effect, ways.back_ms[dones], self._following)
                yield source, math.nan if missable else float(again.sum())

    def _completes_again(self, at: int) -> bool:
        return not self._timeline.protections[at].skips_done

    def _dones(self, at: int) -> Ints:
        return self._timeline.unit_done[self._timeline.first_unit[at] : self._timeline.first_unit[at + 1]]


def _acted_on(timeline: Timeline) -> Iterator[tuple[int, int]]:
    """Yield each non-deterministic step that an action rests on, and the first such action."""
    seen = 0
    for at, step in enumerate(timeline.plan.steps):
        if step.kind is Kind.ACTION:
            new = timeline.flow.unstable[at] & ~seen
            seen |= new
            yield from ((source, at) for source in members(new))


def _sums_onwards(values: Floats, last: Flags) -> Floats:
    """Return the sum of the values from each place on, up to the next that is marked as last."""
    sums, total = [], 0.0
    for value, ends in zip(reversed(values.tolist()), reversed(last.tolist()), strict=True):
        total = value if ends else total + value
        sums.append(total)
    return np.array(sums[::-1], np.float64)
