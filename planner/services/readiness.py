"""What stands in the way of handing a plan in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from planner.bridge import core_plan
from planner.core.check import check_plan
from planner.core.comparing.likeness import run_alike
from planner.core.finding import THE_PLAN, Finding, Place, Severity
from planner.core.vocabulary import Question
from planner.privacy import private_in
from planner.services import acceptances, trials

if TYPE_CHECKING:
    from planner.core.plan import Plan as CorePlan
    from planner.models import Plan, SimulationRun, TakenSuggestion
    from planner.services.acceptances import Accepted


UNANSWERED = "C210"
"""The rule that finds questions without an answer or a reason."""


class Lack(StrEnum):
    """What is missing before a plan can be handed in."""

    MARK = "mark"
    ANSWER = "answer"
    IF_UNCLEAR = "if_unclear"
    STORAGE = "storage"
    FINDING = "finding"
    REASON = "reason"
    TEST = "test"
    NEW_TEST = "new_test"


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """One thing to do first: where it is, and the question, the finding or the suggestion that it is about."""

    lack: Lack
    about: Place = THE_PLAN
    question: Question | None = None
    finding: Finding | None = None
    suggestion: TakenSuggestion | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A plan as it would be handed in now: what the checks find, what is accepted, what was tested, what is missing.

    `accepted` and `suggestions` hold what still counts: the acceptance of a finding that stands, and a suggestion
    whose place is there and whose finding is not.
    """

    plan: CorePlan
    version: int
    findings: tuple[Finding, ...]
    accepted: Accepted
    suggestions: tuple[TakenSuggestion, ...]
    test: SimulationRun | None
    obstacles: tuple[Obstacle, ...]


def standing(row: Plan, *, plan: CorePlan | None = None) -> Standing:
    """Return how a plan stands, with a fixed number of queries; `plan` is what the row holds, if it is at hand."""
    plan, test = plan or core_plan(row), trials.latest(row)
    findings = check_plan(plan, spot=private_in)
    found = {(finding.code, finding.about) for finding in findings}
    accepted = {which: reason for which, reason in acceptances.accepted_in(row).items() if which in found}
    places = _places(plan)
    taken = ((one, which_of(one)) for one in row.suggestions.filter(removed=False))
    suggestions = tuple(one for one, which in taken if which not in found and which[1] in places)
    obstacles = (
        *_unmarked(plan),
        *_unanswered(plan, accepted),
        *_unsaid(plan),
        *_open_findings(findings, accepted),
        *(Obstacle(lack=Lack.REASON, suggestion=one) for one in suggestions if not one.reason.strip()),
        *_untested(plan, test),
    )
    return Standing(
        plan=plan,
        version=row.version,
        findings=findings,
        accepted=accepted,
        suggestions=suggestions,
        test=test,
        obstacles=obstacles,
    )


def which_of(said: TakenSuggestion) -> tuple[str, Place]:
    """Return the finding that a reason is about."""
    return said.code, Place(step=said.step or None, checkpoint=said.checkpoint or None)


def _places(plan: CorePlan) -> set[Place]:
    steps = {Place(step=step.id) for step in plan.steps}
    return steps | {Place(checkpoint=checkpoint.id) for checkpoint in plan.checkpoints} | {THE_PLAN}


def _unmarked(plan: CorePlan) -> Iterator[Obstacle]:
    steps = (step for step in plan.steps if step.replay_risk is None)
    yield from (Obstacle(lack=Lack.MARK, about=Place(step=step.id)) for step in steps)


def _unanswered(plan: CorePlan, accepted: Accepted) -> Iterator[Obstacle]:
    """Yield the questions without an answer or a reason, which is what C210 finds."""
    for checkpoint in plan.checkpoints:
        about = Place(checkpoint=checkpoint.id)
        for question in Question if (UNANSWERED, about) not in accepted else ():
            answer = checkpoint.answers.to(question)
            if answer.answer is None or not answer.reason.strip():
                yield Obstacle(lack=Lack.ANSWER, about=about, question=question)


def _unsaid(plan: CorePlan) -> Iterator[Obstacle]:
    """Yield what part 4 asks and no rule looks for."""
    if not plan.storage.where.strip():
        yield Obstacle(lack=Lack.STORAGE)
    if plan.resume.if_unclear is None:
        yield Obstacle(lack=Lack.IF_UNCLEAR)


def _open_findings(findings: tuple[Finding, ...], accepted: Accepted) -> Iterator[Obstacle]:
    """Yield the findings to fix that no reason has been given for; unanswered questions are named one by one."""
    for finding in findings:
        is_open = finding.severity is Severity.FIX and (finding.code, finding.about) not in accepted
        if is_open and finding.code != UNANSWERED:
            yield Obstacle(lack=Lack.FINDING, about=finding.about, finding=finding)


def _untested(plan: CorePlan, test: SimulationRun | None) -> Iterator[Obstacle]:
    if test is None:
        yield Obstacle(lack=Lack.TEST)
    elif not run_alike(plan, trials.tested_plan(test)):
        yield Obstacle(lack=Lack.NEW_TEST)
