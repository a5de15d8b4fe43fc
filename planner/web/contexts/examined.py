"""What the model says of a plan whatever the learner says of it, kept for the plans that were shown last."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from planner.core.check import check_plan, codes_without_judgements
from planner.core.evidence import Five, evidence
from planner.core.judgement import without_judgements
from planner.core.timeline import Timeline, compile_plan

if TYPE_CHECKING:
    from planner.core.finding import Finding
    from planner.core.plan import Plan

MOST_PLANS = 200
MOST_UNITS = 2_000
"""The timeline of a larger plan takes too much memory to be kept."""


@dataclass(frozen=True, kw_only=True)
class Examined:
    """A plan without marks and answers on its timeline."""

    timeline: Timeline

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What the rules find that read no judgement."""
        return check_plan(self.timeline.plan, timeline=self.timeline, select=codes_without_judgements())

    @cached_property
    def evidence(self) -> tuple[Five, ...]:
        """The facts that answers are held against, for each checkpoint."""
        return evidence(self.timeline)


def examined(plan: Plan) -> Examined:
    """Return what the model says of a plan; of one that differs in marks and answers alone it is the same."""
    bare = without_judgements(plan)
    return _kept(bare) if sum(step.items for step in bare.steps) <= MOST_UNITS else _examined(bare)


def _examined(bare: Plan) -> Examined:
    return Examined(timeline=compile_plan(bare))


_kept = lru_cache(maxsize=MOST_PLANS)(_examined)
