"""A plan holds no secret and no personal data.

Why it matters: a plan is shown to reviewers, printed in reports and passed on as a file. A password, a key, an
account or a person's address in it is then in the hands of everybody who sees the plan.

Flagged, because an address of a person stands in the name:

    Read the totals <
    Mail the totals to ana@harborside.example !

Accepted:

    Read the totals <
    Mail the totals to the treasurer !
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from planner.core.finding import Choice, Finding, Severity
from planner.core.plan import Checkpoint, Plan, Step
from planner.core.rule import Rule, Spotter
from planner.core.timeline import Timeline
from planner.core.vocabulary import Question
from planner.core.wordings.wording import joined

RULE = Rule("W105", "private-text", Severity.FIX, reads_text=True, reads_judgements=True)

_FIX = (
    Choice("Write what it is instead, such as “the treasurer's address” or “the key from the vault”."),
    Choice("If it is a real key or password, replace it where it is used: it counts as known from now on."),
)


Texts = Iterable[tuple[str, str]]
"""What a part of the plan is called, and what stands in it."""


def check(plan: Plan, timeline: Timeline, spot: Spotter) -> Iterator[Finding]:
    """Yield a finding for the plan as a whole, each step and each checkpoint with text that looks private."""
    yield from _found(None, _texts_of_plan(plan), spot)
    for step in plan.steps:
        yield from _found(step, _texts_of_step(step), spot)
    for checkpoint in plan.checkpoints:
        yield from _found(checkpoint, _texts_of_checkpoint(checkpoint), spot)


def _found(about: Step | Checkpoint | None, texts: Texts, spot: Spotter) -> Iterator[Finding]:
    seen = [(part, kinds) for part, text in texts if text and (kinds := spot(text))]
    if seen:
        what = dict.fromkeys(kind for _, kinds in seen for kind in kinds)
        where = dict.fromkeys(part for part, _ in seen)
        yield RULE.finding(
            about,
            problem=f"Everybody who sees the plan sees what looks like {joined(list(what))}.",
            why=f"It stands in {joined(list(where))}.",
            fix=_FIX,
        )


def _texts_of_plan(plan: Plan) -> Texts:
    yield from (("the title", plan.title), ("the goal", plan.goal), ("the notes on resuming", plan.resume.notes))
    yield from (("what identifies the run", plan.identity.description), ("where it is stored", plan.storage.where))
    for variable in plan.state:
        yield from (("the name of a variable", variable.name), ("the description of a variable", variable.description))


def _texts_of_step(step: Step) -> Texts:
    yield from (("the name", step.name), ("the notes", step.notes))
    if step.replay_risk is not None:
        yield "what prevents a repeat", step.replay_risk.prevention
    for name in (*step.needs, *step.produces):
        yield "the name of a variable", name


def _texts_of_checkpoint(checkpoint: Checkpoint) -> Texts:
    for question in Question:
        yield "the reason of an answer", checkpoint.answers.to(question).reason
    for name in checkpoint.snapshot:
        yield "the name of a variable", name
