"""Points that the checks suggest to a reviewer for the four parts of a plan: to be used or not, never filled in."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

from planner.core.finding import Finding, Severity
from planner.core.plan import Plan
from planner.core.vocabulary import Kind
from planner.core.wordings.quantities import counted


class Aspect(StrEnum):
    """What points are given for: the four parts of a plan."""

    STEPS = "steps"
    CHECKPOINTS = "checkpoints"
    UNSAFE_POINTS = "unsafe points"
    RESUME = "resume"


NAMES = {
    "steps and effects": Aspect.STEPS,
    "checkpoints": Aspect.CHECKPOINTS,
    "unsafe points": Aspect.UNSAFE_POINTS,
    "state and resume": Aspect.RESUME,
}
"""The criteria of a rubric that the checks have something to say to, by their names in small letters."""

_CODES = {Aspect.STEPS: "W", Aspect.CHECKPOINTS: "C", Aspect.UNSAFE_POINTS: "R", Aspect.RESUME: "S"}
_UNANSWERED = "C210"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Points from 0 to 3, and why."""

    points: int
    because: str


def suggestion(
    name: str, plan: Plan, findings: Collection[Finding], accepted: Collection[Finding]
) -> Suggestion | None:
    """Return what the checks suggest for a criterion, by its name; None for one that they know nothing of.

    `accepted` are those of the findings that the learner leaves as they are. The fourth point of the first and the last
    part is for what no check can see.
    """
    aspect = NAMES.get(" ".join(name.casefold().split()))
    if aspect is None:
        return None
    ours = [one for one in findings if one.code.startswith(_CODES[aspect]) and one.severity is not Severity.NOTE]
    unsettled = [one for one in ours if one not in accepted]
    match aspect:
        case Aspect.STEPS:
            return _steps(plan, unsettled)
        case Aspect.CHECKPOINTS:
            return _checkpoints(plan, ours, unsettled)
        case Aspect.UNSAFE_POINTS:
            return _unsafe_points(plan, ours, unsettled)
        case Aspect.RESUME:
            return _resume(plan, unsettled)


def _steps(plan: Plan, unsettled: list[Finding]) -> Suggestion:
    if not plan.steps:
        return Suggestion(0, "there is no step")
    return Suggestion(1, _found(unsettled)) if unsettled else Suggestion(2, "no step and no effect is missing")


def _checkpoints(plan: Plan, ours: list[Finding], unsettled: list[Finding]) -> Suggestion:
    if not plan.checkpoints:
        return Suggestion(0, "there is no checkpoint")
    if any(one.code == _UNANSWERED for one in unsettled):
        return Suggestion(1, "some questions have no answer or no reason")
    if unsettled:
        return Suggestion(2, _found(unsettled))
    return Suggestion(2, _left(ours)) if ours else Suggestion(3, "nothing is found in them")


def _unsafe_points(plan: Plan, ours: list[Finding], unsettled: list[Finding]) -> Suggestion:
    actions = [step for step in plan.steps if step.kind is Kind.ACTION]
    if not any(step.replay_risk for step in plan.steps):
        return Suggestion(0, "no step is marked")
    if unsettled:
        return Suggestion(1, _found(unsettled))
    if ours:
        return Suggestion(2, _left(ours))
    return Suggestion(3, "every action is guarded or harmless" if actions else "nothing acts outside")


def _resume(plan: Plan, unsettled: list[Finding]) -> Suggestion:
    said = (plan.identity.source, plan.resume.loads, plan.resume.if_unclear, plan.storage.where.strip() or None)
    lacking = sum(one is None for one in said) + (plan.resume.checks is None)
    if lacking == len(said) + 1:
        return Suggestion(0, "nothing is said of it")
    if lacking or unsettled:
        gaps = f"{counted(lacking, 'question')} not answered" if lacking else ""
        return Suggestion(1, "; ".join(part for part in (gaps, _found(unsettled) if unsettled else "") if part))
    return Suggestion(2, "every question is answered, and nothing is found")


def _found(findings: Iterable[Finding]) -> str:
    codes = sorted({one.code for one in findings})
    return f"they find {', '.join(codes)}"


def _left(findings: list[Finding]) -> str:
    return f"{counted(len(findings), 'risk')} left, with a reason"
