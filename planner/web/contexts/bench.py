"""What the Plan page is made from: the plan, what the checks found, and what of it the learner may see already."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from planner.core.check import check_plan, codes_without_judgements, in_plan_order
from planner.core.comparing.certainty import HAPPENS_TWICE
from planner.core.finding import Finding, Place
from planner.core.vocabulary import Question
from planner.privacy import private_in
from planner.web.contexts.examined import Examined, examined
from planner.web.contexts.memo import Memo

Made = TypeVar("Made")

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from planner.core.evidence import Five
    from planner.core.plan import Answer, Checkpoint, Plan, Step
    from planner.core.timeline import Timeline

JUDGES_STEP = frozenset({"R301", "R302", "R303", "R304", "R305", "R306", "R307", "R308", "R309", "R310"})
"""Rules that say what the learner's own mark on a step is asked for first."""

JUDGES_ANSWER = {
    "C201": Question.CONSISTENT,
    "C202": Question.COMPLETE,
    "C203": Question.COMPLETE,
    "C206": Question.WORTHWHILE,
    "C208": Question.CONFIRMED,
}
"""Rules that say what the learner's answer to a question is asked for first."""

JUDGES_PLACEMENT = frozenset({"P503"})
"""Rules that say where checkpoints belong, which is asked of the learner as a whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """What can be taken back, and where: at a step, the findings, the variables or ("") the top of the line."""

    version: int
    near: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Bench:
    """A plan on the Plan page; `base` is the address of the page, below which all its forms are.

    `opened` names what is open for editing, such as `step-mail`; `posted` holds forms that were sent and could not be
    taken, by the same names, so that nothing typed is lost. `shown`: the learner asked to see what the model says, or
    the class has it shown from the start. `awaits_test`: the class opens findings with the first test.
    """

    plan: Plan
    base: str
    editable: bool = True
    shown: bool = False
    awaits_test: bool = False
    opened: str = ""
    posted: Mapping[str, Any] = field(default_factory=dict)
    accepted: Mapping[tuple[str, Place], str] = field(default_factory=dict)
    """The learner's reasons for leaving findings as they are."""

    undo: Undo | None = None
    memo: Memo = field(default_factory=Memo)

    def made(self, place: Hashable, of: object, make: Callable[[], Made]) -> Made:
        """Return what `make` returns, or what was made for this place before, if that was made `of` the same.

        The address, whether it can be edited and whether the model's view is open count as well. Where a form comes
        back with its mistakes, everything is made anew.
        """
        if self.posted:
            return make()
        return self.memo.made(place, (of, self.base, self.editable, self.shown), make)

    @cached_property
    def examined(self) -> Examined:
        """What the model says of the plan, whatever the learner says of it."""
        return examined(self.plan)

    @property
    def timeline(self) -> Timeline:
        """The plan on its timeline."""
        return self.examined.timeline

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that the checks found."""
        about_judgements = check_plan(
            self.plan, timeline=self.timeline, ignore=codes_without_judgements(), spot=private_in
        )
        return in_plan_order(self.plan, [*self.examined.findings, *about_judgements])

    @cached_property
    def visible(self) -> tuple[Finding, ...]:
        """What the learner may see of it."""
        return tuple(finding for finding in self.findings if self.may_see(finding))

    @cached_property
    def visible_at(self) -> Mapping[Place, list[Finding]]:
        """The same by what it is about."""
        places: dict[Place, list[Finding]] = defaultdict(list)
        for finding in self.visible:
            places[finding.about].append(finding)
        return places

    @cached_property
    def pictured(self) -> Timeline:
        """The timeline as it is drawn: a checkpoint counts as whole until the learner has said whether it is."""
        open_ones = {at for at, one in enumerate(self.plan.checkpoints) if not self.is_answered(one, Question.COMPLETE)}
        if not open_ones:
            return self.timeline
        saves = (
            replace(save, lacking=(), unstorable=()) if save.checkpoint in open_ones else save
            for save in self.timeline.saves
        )
        return replace(self.timeline, saves=tuple(saves))

    @cached_property
    def all_judged(self) -> bool:
        """Whether every judgement has been made, or the model's may be seen without."""
        return not self.awaits_test and (
            all(self.is_marked(step) for step in self.plan.steps)
            and all(self.is_answered(one, question) for one in self.plan.checkpoints for question in Question)
        )

    @cached_property
    def finding_ids(self) -> Mapping[Finding, str]:
        """What each finding is called on the page: the same for as long as its rule finds it at its place."""
        return self.made("finding ids", self.findings, self._finding_ids)

    def _finding_ids(self) -> Mapping[Finding, str]:
        names: dict[Finding, str] = {}
        count: Counter[str] = Counter()
        for finding in self.findings:
            name = finding_id(finding)
            count[name] += 1
            names[finding] = name if count[name] == 1 else f"{name}-{count[name]}"
        return names

    def may_see(self, finding: Finding) -> bool:
        """Whether the learner has made the judgement that a finding would give away, and a test if it is waited for."""
        if self.awaits_test:
            return False
        if finding.code in JUDGES_STEP and finding.about.step:
            return self.is_marked(self.plan.step(finding.about.step))
        if finding.code in JUDGES_ANSWER and finding.about.checkpoint:
            checkpoint = next(one for one in self.plan.checkpoints if one.id == finding.about.checkpoint)
            return self.is_answered(checkpoint, JUDGES_ANSWER[finding.code])
        return self.all_judged or finding.code not in JUDGES_STEP | JUDGES_PLACEMENT

    def is_marked(self, step: Step) -> bool:
        """Whether the learner's mark on a step is there, or not waited for."""
        return self.shown or step.replay_risk is not None

    def is_answered(self, checkpoint: Checkpoint, question: Question) -> bool:
        """Whether a question is answered, or not waited for."""
        return self.shown or checkpoint.answers.to(question).answer is not None

    def facts_about(self, checkpoint: Checkpoint) -> Five:
        """Return the facts that the answers about a checkpoint are held against."""
        return self.examined.evidence[self.plan.checkpoints.index(checkpoint)]

    def found_at(self, place: Place) -> tuple[Finding, ...]:
        """Return what the learner may see of what the checks found about a step or a checkpoint."""
        return tuple(self.visible_at.get(place, ()))

    def undo_at(self, near: str) -> Undo | None:
        """Return what can be taken back at a place, if it is there."""
        return self.undo if self.undo and self.undo.near == near else None

    def can_repeat(self, step: Step) -> bool:
        """Whether the learner may see that an action can happen twice."""
        return any(finding.code in HAPPENS_TWICE for finding in self.found_at(Place(step=step.id)))


def finding_id(finding: Finding) -> str:
    """Return what a finding is called on a page, where its rule finds one thing at a place."""
    return f"{finding.code}-{finding.about.step or finding.about.checkpoint or 'plan'}"


def is_justified(answer: Answer) -> bool:
    """Whether an answer to one of the five questions has its reason."""
    return answer.answer is not None and bool(answer.reason.strip())
