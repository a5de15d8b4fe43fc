"""Where a learner was sure and wrong: what was said without doubt, and the rules whose findings say otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from planner.core.finding import Finding
from planner.core.plan import Plan
from planner.core.trying.prediction import Prediction
from planner.core.vocabulary import Often, Question, Reply, Sure

HAPPENS_TWICE = frozenset({"R301", "R302", "R303", "R304", "R305", "R308"})
"""Rules that find an action which can happen twice."""

ANSWERED_BY = {
    "C201": Question.CONSISTENT,
    "C202": Question.COMPLETE,
    "C203": Question.COMPLETE,
    "C206": Question.WORTHWHILE,
    "C208": Question.CONFIRMED,
}
"""Rules whose finding about a checkpoint means that the answer to a question is no."""


def sure_and_wrong(plan: Plan, findings: Iterable[Finding], foreseen: Prediction | None = None) -> frozenset[str]:
    """Return the codes of the findings that contradict what was said of their place without doubt.

    Said without doubt are a mark that the step does not happen again, the answer yes, and a prediction that an action
    never happens twice, made with certainty. `foreseen` is what was expected of a test that has shown otherwise.
    """
    return frozenset(one.code for one in findings if _contradicts(plan, one, foreseen))


def never_for_certain(foreseen: Prediction) -> bool:
    """Whether it was said with certainty that an action never happens twice."""
    return foreseen.repeats is Often.NEVER and foreseen.repeats_sure is Sure.CERTAIN


def _contradicts(plan: Plan, finding: Finding, foreseen: Prediction | None) -> bool:
    if finding.about.step and finding.code in HAPPENS_TWICE:
        return any(_steps_said_never(plan, finding.about.step, foreseen))
    if finding.about.checkpoint and finding.code in ANSWERED_BY:
        checkpoint = next(one for one in plan.checkpoints if one.id == finding.about.checkpoint)
        return checkpoint.answers.to(ANSWERED_BY[finding.code]).answer is Reply.YES
    return False


def _steps_said_never(plan: Plan, step: str, foreseen: Prediction | None) -> Iterator[bool]:
    mark = plan.step(step).replay_risk
    yield mark is not None and mark.repeats is False
    yield foreseen is not None and foreseen.step == step and never_for_certain(foreseen)
