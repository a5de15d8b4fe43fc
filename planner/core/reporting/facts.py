"""What follows from a plan, a seed and a number of runs: findings, test runs, exploration, and the model's answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from planner.core.check import check_plan
from planner.core.comparing.segments import Segment, segments
from planner.core.evidence import Evidence, evidence
from planner.core.exact import Exact, exact
from planner.core.explore import Exploration, explore
from planner.core.exploring.event import Event, Mishap
from planner.core.finding import Finding
from planner.core.fingerprint import fingerprint
from planner.core.plan import Plan
from planner.core.rule import Spotter, spots_nothing
from planner.core.summary import Summary, summarise
from planner.core.timeline import Timeline, compile_plan
from planner.core.vocabulary import Question

INTERRUPTIONS = 2
MOST_MOMENTS = 100_000
"""An exploration that would walk more stops early, within about half a second, and then excludes nothing."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Facts:
    """Everything about a plan that anybody can compute again; `unprotected` are the same runs of its bare twin.

    `expected` and `unprotected_expected` are the means that have a closed form.
    """

    timeline: Timeline
    findings: tuple[Finding, ...]
    summary: Summary
    expected: Exact
    unprotected: Summary
    unprotected_expected: Exact
    exploration: Exploration
    evidence: tuple[dict[Question, Evidence], ...]
    segments: tuple[Segment, ...]
    fingerprint: str

    @property
    def plan(self) -> Plan:
        """The plan that all this is about."""
        return self.timeline.plan

    @property
    def interrupted(self) -> int:
        """How many of the test runs were interrupted at all."""
        return round(self.summary.interrupted * self.summary.runs)

    def runs_with_twice(self, step: str) -> int:
        """Return in how many test runs an action happened twice."""
        return round(self.summary.by_step[step].runs_with_duplicates * self.summary.runs)

    def is_excluded(self, mishap: Mishap, step: str) -> bool:
        """Whether the exploration looked at everything and never saw this happen to a step."""
        return self.exploration.exhausted and Event(mishap, step) not in self.exploration.possible

    def fewest(self, mishap: Mishap, step: str) -> int | None:
        """Return how many interruptions are enough for this to happen to a step; None if it was not seen."""
        worst = self.exploration.possible.get(Event(mishap, step))
        return None if worst is None else len(worst.witness)


@lru_cache(maxsize=32)
def facts_of(plan: Plan, *, runs: int, seed: int, spot: Spotter = spots_nothing) -> Facts:
    """Compute the facts of a plan; `spot` names what looks private in a text, for the rule about that."""
    timeline = compile_plan(plan)
    return Facts(
        timeline=timeline,
        findings=check_plan(plan, timeline=timeline, spot=spot),
        summary=summarise(plan, runs=runs, seed=seed),
        expected=exact(timeline),
        unprotected=summarise(unprotected(plan), runs=runs, seed=seed),
        unprotected_expected=exact(unprotected(plan)),
        exploration=explore(timeline, interruptions=INTERRUPTIONS, most_moments=MOST_MOMENTS),
        evidence=evidence(timeline),
        segments=segments(timeline),
        fingerprint=fingerprint(plan, seed=seed, runs=runs),
    )


def unprotected(plan: Plan) -> Plan:
    """Return the plan without checkpoints and without guards: what its author began with."""
    steps = tuple(replace(step, guards=(), question_stored=False) for step in plan.steps)
    return replace(plan, steps=steps, checkpoints=())
