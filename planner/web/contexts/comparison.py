"""The same interruptions against several plans, as bars and numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from planner.core.check import check_plan
from planner.core.comparing.certainty import HAPPENS_TWICE
from planner.core.exact import exact
from planner.core.trying.alternative import alternatives
from planner.core.trying.trial import trial
from planner.core.wordings.wording import step_name
from planner.web.quantities import about, counted, mean, of

if TYPE_CHECKING:
    from planner.core.plan import Plan, Step
    from planner.core.trying.alternative import Alternative
    from planner.core.trying.trial import Trial

MOST_COMPARED = 1_000
"""More runs than this tell no more about which plan is better, and take time for each of them."""


def comparison(plan: Plan, *, runs: int, seed: int, worst: Step | None) -> dict[str, Any]:
    """Return a row for each plan; `worst` is the step whose repeats are counted, None if nothing acts outside."""
    compared = min(runs, MOST_COMPARED)
    rivals = [(rival, trial(rival.plan, runs=compared, seed=seed)) for rival in alternatives(plan, check_plan(plan))]
    most_ms = max(tried.typical_lost_ms for _, tried in rivals)
    same = "same" if compared == runs else "first"
    return {
        "caption": f"The {same} {counted(compared, 'test run')} against {counted(len(rivals), 'plan')}.",
        "worst": f"Runs in which {step_name(worst)} happened twice" if worst else "",
        "after_every_step": _repeats_after_every_step(rivals, plan, worst),
        "rows": [_row(rival, tried, plan=plan, worst=worst, most_ms=most_ms) for rival, tried in rivals],
    }


def _repeats_after_every_step(rivals: list[tuple[Alternative, Trial]], plan: Plan, worst: Step | None) -> int:
    """Return in how many runs the action repeats although a checkpoint stands after every step."""
    bound = [tried for rival, tried in rivals if len(rival.plan.checkpoints) > len(plan.checkpoints)]
    return sum(tried.steps[plan.index_of(worst.id)].runs_with_duplicates for tried in bound[:1]) if worst else 0


def _can_happen_twice(plan: Plan, worst: Step) -> bool:
    """Whether some schedule of interruptions repeats the action, seen in these runs or not."""
    found = check_plan(plan, select=HAPPENS_TWICE)
    return any(finding.about.step == worst.id for finding in found)


def _odds(plan: Plan, worst: Step, *, possible: bool) -> str:
    """Return how often the action repeats beyond the runs at hand, since few runs cannot tell rare from impossible."""
    expected = exact(plan).by_step.get(worst.id, {}).get("duplicates")
    if not possible:
        return "cannot happen in this model"
    return "can happen" if expected is None else f"{mean(expected)} times a run on average"


def _row(rival: Alternative, tried: Trial, *, plan: Plan, worst: Step | None, most_ms: int) -> dict[str, Any]:
    twice = tried.steps[plan.index_of(worst.id)].runs_with_duplicates if worst else 0
    possible = worst is not None and _can_happen_twice(rival.plan, worst)
    return {
        "name": rival.name,
        "note": rival.note,
        "is_own": rival.plan is plan,
        "twice": of(twice, tried.interrupted),
        "twice_width": 100 * twice / (tried.interrupted or 1),
        "twice_tone": "fix" if twice else "" if possible else "passed",
        "odds": _odds(rival.plan, worst, possible=possible) if worst else "",
        "lost": about(tried.typical_lost_ms),
        "lost_width": 100 * tried.typical_lost_ms / (most_ms or 1),
    }
