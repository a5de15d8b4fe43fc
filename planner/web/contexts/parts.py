"""The part bar: how far each of the four parts of the plan is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from planner.core.vocabulary import Kind, Question
from planner.web.contexts.bench import is_justified
from planner.web.quantities import counted

if TYPE_CHECKING:
    from planner.core.plan import Plan
    from planner.web.contexts.bench import Bench

Part = dict[str, str | int]


def parts_of(bench: Bench) -> list[Part]:
    """Return the four parts, each with its state in words; a tone only where the learner has judged."""
    states = (_steps(bench), _checkpoints(bench), _unsafe_points(bench), _resume(bench))
    names = ("Steps", "Checkpoints", "Unsafe points", "State and resume")
    return [
        {"number": number, "name": name, "tone": tone, "state": state, "href": href}
        for number, (name, (tone, state, href)) in enumerate(zip(names, states, strict=True), 1)
    ]


def _steps(bench: Bench) -> tuple[str, str, str]:
    count = len(bench.plan.steps)
    if not count:
        return "open", "No step yet", "#next-step"
    faults = {one.about for one in bench.visible if one.code in ("W101", "W104")}
    if faults:
        return "fix", f"{len(faults)} of {counted(count, 'step')} to fix", "#run-line"
    return "passed", f"{counted(count, 'step')}, in order", "#run-line"


def _checkpoints(bench: Bench) -> tuple[str, str, str]:
    checkpoints = bench.plan.checkpoints
    if not checkpoints:
        return "open", "None yet", "#run-line"
    open_ones = [one for one in checkpoints if not all(is_justified(one.answers.to(question)) for question in Question)]
    state = f"{len(checkpoints) - len(open_ones)} of {len(checkpoints)} justified"
    href = f"#checkpoint-{(open_ones or checkpoints)[0].id}"
    return "open" if open_ones else "passed", state, href


def _unsafe_points(bench: Bench) -> tuple[str, str, str]:
    steps = bench.plan.steps
    unmarked = [step for step in steps if step.replay_risk is None]
    repeating = [step for step in steps if bench.can_repeat(step)]
    if unmarked and not bench.shown:
        return "open", f"{len(steps) - len(unmarked)} of {len(steps)} marked", f"#step-{unmarked[0].id}"
    if repeating:
        return "fix", f"{counted(len(repeating), 'step')} can repeat", f"#step-{repeating[0].id}"
    if not steps:
        return "open", "No step yet", "#next-step"
    actions = [step for step in steps if step.kind is Kind.ACTION]
    return "passed", "None found" if actions else "No action outside", "#run-line"


def _resume(bench: Bench) -> tuple[str, str, str]:
    answers = list(_answers(bench.plan))
    tone = "passed" if all(answers) else "open"
    return tone, f"{sum(answers)} of {len(answers)} answered", "#state-and-resume"


def _answers(plan: Plan) -> Iterator[bool]:
    """Yield for each question of part 4 whether it is answered."""
    yield plan.identity.source is not None
    yield plan.identity.single_runner is not None
    yield bool(plan.storage.where.strip())
    yield plan.resume.loads is not None
    yield plan.resume.checks is not None
    yield plan.resume.if_unclear is not None
