"""What some finite schedule of interruptions can do to a run: decided on the timeline, in time linear in the plan.

Almost everything takes one interruption: the run is cut just after it acted, and what it goes back to lies before. More
are needed only to leave out a save that stands in between (see avoidance) and to outlast a key (see keyage).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from planner.core.dataflow import members
from planner.core.manyruns.shortcuts import Flags, Shortcuts
from planner.core.reasoning.avoidance import Avoidance
from planner.core.reasoning.duplication import Duplication, Duplications
from planner.core.reasoning.fallback import NEVER, Fallback, Schedule
from planner.core.reasoning.openings import Openings
from planner.core.timeline import Timeline
from planner.core.vocabulary import Kind


@dataclass(frozen=True, slots=True)
class Miss:
    """A step whose action can be missed."""

    step: int
    witness: Schedule


@dataclass(frozen=True, slots=True)
class Reask:
    """A gate that can be asked again."""

    step: int
    witness: Schedule
    only_waiting: bool
    """Not once the answer is there, but for the window of a recovery point that follows directly."""


@dataclass(frozen=True, slots=True)
class Divergence:
    """A non-deterministic step that can be completed again after an action that rests on it."""

    step: int
    witness: Schedule
    action: int
    """The first such action."""
    harmful: int | None
    """The first such action that is not idempotent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Possibilities:
    """What can happen to a run of n steps and u units, each list in plan order."""

    duplications: tuple[Duplication, ...] = ()
    misses: tuple[Miss, ...] = ()
    reasks: tuple[Reask, ...] = ()
    divergences: tuple[Divergence, ...] = ()
    unit_duplicated: Flags
    """Shape (u,): whether the unit's action can be duplicated."""
    unit_missed: Flags
    """Shape (u,): whether it can be missed."""


@lru_cache(maxsize=8)
def possibilities(timeline: Timeline) -> Possibilities:
    """Decide what can happen to a run of a timeline, by any finite number of interruptions."""
    if not timeline.plan.steps:
        return Possibilities(unit_duplicated=np.zeros(0, np.bool_), unit_missed=np.zeros(0, np.bool_))
    openings = Openings(Fallback.of(Shortcuts.of(timeline)))
    avoidance = Avoidance(openings.fallback)
    duplications = Duplications(openings, avoidance)
    return Possibilities(
        duplications=tuple(duplications.all()),
        misses=tuple(_misses(openings)),
        reasks=tuple(_reasks(openings)),
        divergences=tuple(_divergences(openings, avoidance)),
        unit_duplicated=duplications.unit_duplicated,
        unit_missed=openings.never < openings.none,
    )


def _misses(openings: Openings) -> Iterator[Miss]:
    for at, op in enumerate(openings.first_of_step(openings.never).tolist()):
        if op < openings.none:
            yield Miss(at, (openings.fallback.cut_ms(op),))


def _reasks(openings: Openings) -> Iterator[Reask]:
    steps = openings.fallback.cuts.timeline.plan.steps
    answered = openings.any_of_step(openings.after_done).tolist()
    for at, op in enumerate(openings.first_of_step(openings.again).tolist()):
        if steps[at].kind is Kind.GATE and op < openings.none:
            yield Reask(at, (openings.fallback.cut_ms(op),), not answered[at])


def _divergences(openings: Openings, avoidance: Avoidance) -> Iterator[Divergence]:
    first, harmful = _ActedOn(openings, avoidance), _ActedOn(openings, avoidance, harmful=True)
    for source, action in first.actions.items():
        yield Divergence(source, first.schedule(source), action, harmful.actions.get(source))


class _ActedOn:
    """The first action after which each non-deterministic step can be completed again: of all, or of harmful ones."""

    def __init__(self, openings: Openings, avoidance: Avoidance, *, harmful: bool = False) -> None:
        self._avoidance = avoidance
        self._timeline = openings.fallback.cuts.timeline
        steps = enumerate(self._timeline.plan.steps)
        actions = [at for at, step in steps if step.kind is Kind.ACTION and not (harmful and step.idempotent)]
        effect = openings.effect[[self._timeline.first_unit[at] for at in actions]]
        cut = openings.fallback.next_cut[effect + 1]
        self._cut_op = {at: op for at, op in zip(actions, cut.tolist(), strict=True) if op < openings.none}
        # A save in the instant of the EFFECT cannot be left out without leaving out the EFFECT.
        saved = avoidance.changes_between(effect + 1, cut).tolist()
        unsaved = {at for at, is_saved in zip(actions, saved, strict=True) if not is_saved}
        at_once = self._within_reach(self._first_resting_on(self._cut_op), most=1)
        in_the_end = self._within_reach(self._first_resting_on(at for at in self._cut_op if at in unsaved))
        self.actions = dict(sorted((in_the_end | at_once).items()))
        """By the step that is completed again; steps for which there is none are absent."""

    def schedule(self, source: int) -> Schedule:
        """Return a shortest schedule for it."""
        return self._avoidance.schedule(self._done_op(source), self._cut_op[self.actions[source]])

    def _within_reach(self, action_of: dict[int, int], *, most: int = NEVER - 1) -> dict[int, int]:
        """Return the pairs that up to so many interruptions bring about."""
        source = np.array([self._done_op(at) for at in action_of], np.int64)
        cut = np.array([self._cut_op[at] for at in action_of.values()], np.int64)
        fewest = self._avoidance.fewest(source, cut).tolist()
        return {at: action for (at, action), needed in zip(action_of.items(), fewest, strict=True) if needed <= most}

    def _done_op(self, source: int) -> int:
        return int(self._timeline.unit_done[self._timeline.first_unit[source + 1] - 1])

    def _first_resting_on(self, actions: Iterable[int]) -> dict[int, int]:
        """Return the first of the actions that rests on each step which is completed again."""
        first: dict[int, int] = {}
        seen = 0
        for at in actions:
            new = self._timeline.flow.unstable[at] & self._avoidance.completed_again & ~seen
            first |= dict.fromkeys(members(new), at)
            seen |= new
        return first
