"""What stands in the way of handing in, in words, each with a link to the place where it is done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse

from planner.core.wordings.letters import checkpoint_word
from planner.core.wordings.wording import step_name
from planner.services.readiness import Lack, Obstacle
from planner.web.contexts.bench import finding_id
from planner.web.words import QUESTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from planner.core.plan import Plan as CorePlan
    from planner.models import Plan
    from planner.web.contexts.bench import Bench


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to do first."""

    href: str
    text: str


def lines(row: Plan, bench: Bench, obstacles: Iterable[Obstacle]) -> list[Line]:
    """Return what to do; a finding that the learner has yet to judge is not given away."""
    seen = (one for one in obstacles if one.finding is None or bench.may_see(one.finding))
    return [_line(row, bench.plan, one) for one in seen]


def _line(row: Plan, plan: CorePlan, one: Obstacle) -> Line:
    on_plan, on_test = reverse("plan", args=[row.pk]), reverse("test", args=[row.pk])
    match one.lack:
        case Lack.MARK:
            return Line(f"{on_plan}#step-{one.about.step}-repeats-yes", f"Mark {_step(plan, one)}")
        case Lack.ANSWER:
            return Line(
                f"{on_plan}#{one.about.checkpoint}-{one.question}", f"{_checkpoint(plan, one)}: {_question(one)}"
            )
        case Lack.STORAGE:
            return Line(f"{on_plan}#storage-where", "Say where snapshots and records live")
        case Lack.IF_UNCLEAR:
            return Line(f"{on_plan}#resume-if_unclear", "Say what the run does when something is unclear")
        case Lack.REASON:
            return Line(f"#taken-{_taken(one)}-reason", "Say why you took a suggestion")
        case Lack.TEST:
            return Line(on_test, "Test the plan")
        case Lack.NEW_TEST:
            return Line(on_test, "Test the plan again: it has changed since the last test")
        case Lack.FINDING:
            return Line(f"{on_plan}#finding-{_finding(one)}", _mend(one))


def _step(plan: CorePlan, one: Obstacle) -> str:
    step = plan.step(one.about.step or "")
    return f"step {plan.index_of(step.id) + 1}, {step_name(step)}: would it happen again outside?"


def _checkpoint(plan: CorePlan, one: Obstacle) -> str:
    return f"Checkpoint {checkpoint_word(plan, one.about.checkpoint or '')}"


def _question(one: Obstacle) -> str:
    return QUESTIONS[one.question] if one.question else ""


def _finding(one: Obstacle) -> str:
    return finding_id(one.finding) if one.finding else ""


def _mend(one: Obstacle) -> str:
    return f"{one.finding.problem} Mend it, or say why it can stay" if one.finding else ""


def _taken(one: Obstacle) -> int:
    return one.suggestion.version if one.suggestion else 0
