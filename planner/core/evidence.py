"""The facts of the model that the answers to the five questions are held against (PLAN_FORMAT.md)."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from planner.core.plan import Checkpoint, Plan, Step
from planner.core.reasoning.possible import possibilities
from planner.core.reasoning.removal import Removals
from planner.core.recovery import recovery_points
from planner.core.timeline import Save, Timeline
from planner.core.vocabulary import Kind, Question
from planner.core.wordings.wording import duration, listed, named_steps, step_name
from planner.core.worthwhile.thrift import Worth
from planner.core.worthwhile.worth import worth


@dataclass(frozen=True, slots=True)
class Evidence:
    """Whether “yes” is true, and why, in a sentence or two."""

    holds: bool
    because: str


Five = dict[Question, Evidence]


@lru_cache(maxsize=8)
def evidence(timeline: Timeline) -> tuple[Five, ...]:
    """Return what the model says to the five questions, for each checkpoint in the order of the plan file."""
    facts = _Facts(timeline)
    return tuple(facts.about(index) for index in range(len(timeline.plan.checkpoints)))


def unconfirmed_before(plan: Plan, checkpoint: Checkpoint) -> tuple[Step, ...]:
    """Return the actions before a checkpoint of which nobody waits for the result."""
    place = plan.index_of(checkpoint.step_id) + (checkpoint.inside is None)
    return tuple(step for step in plan.steps[:place] if not step.confirmed)


class _Facts:
    """What is asked about every checkpoint of one timeline."""

    def __init__(self, timeline: Timeline) -> None:
        can = possibilities(timeline)
        self._timeline = timeline
        self._plan = timeline.plan
        self._saves: list[list[Save]] = [[] for _ in self._plan.checkpoints]
        for save in timeline.saves:
            self._saves[save.checkpoint].append(save)
        self._starts = [save.op for save in recovery_points(timeline)]
        self._removals = Removals(timeline)
        self._trusts = not all(step.confirmed for step in self._plan.steps)
        self._repeated, self._left_out = can.unit_duplicated, can.unit_missed
        self._harmed = np.concatenate([[0], np.cumsum(self._repeated | self._left_out)])

    def about(self, index: int) -> Five:
        """Return the facts about one checkpoint."""
        checkpoint = self._plan.checkpoints[index]
        return {
            Question.COMPLETE: self._complete(index),
            Question.CONSISTENT: self._consistent(checkpoint),
            Question.CONFIRMED: self._confirmed(checkpoint),
            Question.REPEATABLE: self._repeatable(index),
            Question.WORTHWHILE: self._worthwhile(index),
        }

    def _complete(self, index: int) -> Evidence:
        lacking = sorted({name for save in self._saves[index] for name in save.lacking})
        unstorable = sorted({name for save in self._saves[index] for name in save.unstorable})
        if lacking:
            return Evidence(False, f"The rest of the run needs {listed(lacking)}, which is not saved here.")
        if unstorable:
            return Evidence(False, f"The rest of the run needs {listed(unstorable)}, which cannot be stored.")
        return Evidence(True, "Everything that the rest of the run needs from before is saved here and can be stored.")

    def _consistent(self, checkpoint: Checkpoint) -> Evidence:
        name = step_name(self._plan.step(checkpoint.step_id))
        if checkpoint.inside is not None:
            return Evidence(False, f"It stands inside {name}, which is half done then.")
        return Evidence(True, f"It stands behind {name}, where no step is half done.")

    def _confirmed(self, checkpoint: Checkpoint) -> Evidence:
        step = self._plan.step(checkpoint.step_id)
        if checkpoint.inside is not None and step.kind is Kind.ACTION:
            return Evidence(False, f"It stands inside {step_name(step)}, whose result is not known yet.")
        unconfirmed = unconfirmed_before(self._plan, checkpoint) if self._trusts else ()
        if unconfirmed:
            return Evidence(False, f"Nobody waits for the result of {named_steps(unconfirmed)}.")
        return Evidence(True, "The run waits for the result of every action before it.")

    def _repeatable(self, index: int) -> Evidence:
        if self._is_broken(index):
            return Evidence(False, "No run can come back here: the snapshot cannot be used.")
        stretches = [self._units_behind(save) for save in self._saves[index]]
        harmed = [units for units in stretches if self._harmed[units.stop] > self._harmed[units.start]]
        if not harmed:
            return Evidence(True, "Up to the next recovery point, no action can happen twice or be left out.")
        return Evidence(False, " ".join(self._harms(harmed)))

    def _units_behind(self, save: Save) -> range:
        """Return the units between a save and the next place that runs come back to, a half-done one included."""
        first = save.unit + (not save.inside)
        at = bisect_right(self._starts, save.op)
        last = int(self._timeline.op_unit[self._starts[at] if at < len(self._starts) else -1])
        return range(first, max(last + 1, first))

    def _harms(self, stretches: list[range]) -> Iterator[str]:
        for flags, harm in ((self._repeated, "can happen twice"), (self._left_out, "can be left out")):
            units = np.concatenate([np.flatnonzero(flags[part.start : part.stop]) + part.start for part in stretches])
            steps = [self._plan.steps[at] for at in np.unique(self._timeline.unit_step[units])]
            if steps:
                yield f"From here on {named_steps(steps)} {harm}."

    def _worthwhile(self, index: int) -> Evidence:
        if self._is_broken(index):
            return Evidence(False, "No run can come back here: the snapshot cannot be used.")
        exposed = self._removals.exposed(index)
        if exposed is not None:
            return Evidence(True, f"Without it {step_name(exposed)} could be repeated for longer.")
        diverging = self._removals.diverging(index)
        if diverging is not None:
            name = step_name(diverging)
            return Evidence(True, f"Without it {name} could come out differently after an action has used its result.")
        times = worth(self._timeline, index)
        return Evidence(not times.costs, f"{times_text(times)}.")

    def _is_broken(self, index: int) -> bool:
        return not all(save.usable for save in self._saves[index])


def times_text(times: Worth) -> str:
    """Return both expected times in words, without a full stop."""
    with_it, without_it = times.with_ms, times.without_ms
    if math.isinf(with_it):
        return "A run never ends, with it or without it" if math.isinf(without_it) else "A run ends only without it"
    if math.isinf(without_it):
        return f"A run takes {_time(with_it)} on average with it and never ends without it"
    return f"A run takes {_time(with_it)} on average with it and {_time(without_it)} without it"


def _time(milliseconds: float) -> str:
    return f"{milliseconds / 1_000:,.0f} s" if milliseconds >= 100_000 else duration(round(milliseconds))
