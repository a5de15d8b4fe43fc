"""What was expected of a test beside what came of it, and the question that the difference raises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from planner.core.trying.prediction import compared_ms, compared_often, often
from planner.core.wordings.wording import step_name
from planner.web.quantities import about, counted, of
from planner.web.words import OFTEN, SURE

if TYPE_CHECKING:
    from planner.core.plan import Plan, Step
    from planner.core.trying.prediction import Prediction
    from planner.core.trying.trial import Trial
    from planner.core.vocabulary import Sure


def outcomes(plan: Plan, tried: Trial, worst: Step | None, foreseen: Prediction | None) -> list[dict[str, Any]]:
    """Return how often the worst action repeats and how much work is repeated, each predicted and measured."""
    shown = [_lost(tried, foreseen)]
    return [_twice(plan, tried, worst, foreseen), *shown] if worst else shown


def _twice(plan: Plan, tried: Trial, worst: Step, foreseen: Prediction | None) -> dict[str, Any]:
    happened = tried.steps[plan.index_of(worst.id)].runs_with_duplicates
    predicted = foreseen if foreseen and foreseen.step == worst.id else None
    outcome = {
        "key": "twice",
        "title": f"{step_name(worst)} happened twice",
        "measured": of(happened, tried.interrupted),
        "measured_by": "interrupted runs",
        "tone": "fix" if happened else "passed",
        "note": "" if happened else f"Not seen in {counted(tried.runs, 'test')}.",
    }
    if not (predicted and predicted.repeats and predicted.repeats_sure):
        return outcome
    sign = compared_often(predicted.repeats, often(happened, tried.interrupted))
    word = {1: "More often than you predicted.", 0: "As often as you predicted.", -1: "Less often than you predicted."}
    note = f"{word[sign]} {outcome['note']}".strip()
    return {**outcome, "said": OFTEN[predicted.repeats], "said_by": _by(predicted.repeats_sure), "note": note}


def _lost(tried: Trial, foreseen: Prediction | None) -> dict[str, Any]:
    outcome = {
        "key": "lost",
        "title": "Work repeated in a typical interrupted run",
        "measured": about(tried.typical_lost_ms),
        "measured_by": "measured",
        "tone": "",
        "note": "",
    }
    if not foreseen:
        return outcome
    sign = compared_ms(foreseen.lost_ms, tried.typical_lost_ms)
    word = {1: "More than you predicted.", 0: "About as much as you predicted.", -1: "Less than you predicted."}
    return {**outcome, "said": about(foreseen.lost_ms), "said_by": _by(foreseen.lost_sure), "note": word[sign]}


def _by(sure: Sure) -> str:
    return f"you predicted, {SURE[sure].lower()}"


def question(plan: Plan, tried: Trial, worst: Step | None, *, after_every_step: int) -> str:
    """Return what is asked about an outcome; `after_every_step`: runs with a repeat under the most checkpoints."""
    happened = tried.steps[plan.index_of(worst.id)].runs_with_duplicates if worst else 0
    if worst and happened and after_every_step:
        return f"In your own words: why do more checkpoints not stop {step_name(worst)} from happening twice?"
    if worst and happened:
        return f"In your own words: how can {step_name(worst)} happen twice?"
    if worst:
        return f"In your own words: what keeps {step_name(worst)} from happening twice?"
    return "In your own words: what decides how much work is repeated?"
