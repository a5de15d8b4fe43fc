"""The run line: stretches between recovery points, and the checkpoints across the line."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from planner.core.comparing.segments import heads, longest_ms
from planner.core.finding import Place, Severity
from planner.core.recovery import work_before_ms
from planner.core.vocabulary import Loads
from planner.core.wordings.letters import checkpoint_word
from planner.core.wordings.wording import listed
from planner.web.contexts.checkpoint_editor import CheckpointEditor, checkpoint_editor
from planner.web.contexts.finding_cards import remark_of
from planner.web.contexts.fragments import Fragment, Shown
from planner.web.contexts.questions import Questions, questions_of
from planner.web.contexts.remarks import Remark
from planner.web.contexts.step_row import StepRow, Where, step_row
from planner.web.quantities import about, counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from planner.core.plan import Checkpoint
    from planner.core.timeline import Save
    from planner.web.contexts.bench import Bench

BREAKING = frozenset({"C202", "C203"})
"""Rules that find why no run goes on from a checkpoint."""

SAID_BESIDE = frozenset({"C206", "C208", "C209", "C210"})
"""Rules whose finding about a checkpoint stands beside its answers already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar(Shown):
    """A checkpoint as the run line shows it; `broken`: no run can go on from it."""

    id: str
    name: str
    about: str
    broken: bool
    remarks: tuple[Remark, ...]
    step_id: str
    edit_href: str
    questions: Questions | None
    editor: CheckpointEditor | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Returns(Shown):
    """Where a run goes back to from a stretch, and what it then does again."""

    title: str
    text: str
    danger: str
    can_repeat: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """What lies between one recovery point and the next; the first begins at the start, with no checkpoint."""

    key: str
    checkpoint: Bar | None
    returns: Returns | None = None
    steps: tuple[StepRow, ...] = field(default=())


class RunLine:
    """Draws a plan as stretches; `first_open` is the checkpoint whose questions are shown at once."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._plan = bench.plan
        self._timeline = bench.pictured
        self._work_ms = work_before_ms(self._timeline)
        self._last = {save.checkpoint: save for save in self._timeline.saves}
        self._heads = heads(self._timeline)
        self._at: dict[str, list[tuple[int, Checkpoint]]] = {}
        for index, one in enumerate(self._plan.checkpoints):
            self._at.setdefault(one.step_id, []).append((index, one))
        self._first_open = next((one.id for one in self._in_order() if not _is_complete(one)), "")

    def stretches(self) -> tuple[Stretch, ...]:
        """Return the line from the start to the end."""
        bounds: list[Save | None] = [None, *self._heads, None]
        drawn = [self._stretch(head, behind) for head, behind in pairwise(bounds)]
        return (*drawn, *self._behind_the_end())

    def _in_order(self) -> list[Checkpoint]:
        ordered = sorted(self._last.values(), key=lambda save: save.op)
        return [self._plan.checkpoints[save.checkpoint] for save in ordered]

    def _stretch(self, head: Save | None, behind: Save | None) -> Stretch:
        first = head.step + 1 if head else 0
        last = behind.step if behind else len(self._plan.steps) - 1
        checkpoint = self._plan.checkpoints[head.checkpoint] if head else None
        steps = self._plan.steps[first : last + 1]
        repeating = sum(self._bench.can_repeat(step) for step in steps)
        return Stretch(
            key=checkpoint.id if checkpoint else "start",
            checkpoint=self._bar(checkpoint) if checkpoint else None,
            returns=self._returns(head, behind, first, last, repeating) if steps else None,
            steps=tuple(self._row(at) for at in range(first, last + 1)),
        )

    def _returns(self, head: Save | None, behind: Save | None, first: int, last: int, repeating: int) -> Returns:
        name = checkpoint_word(self._plan, self._plan.checkpoints[head.checkpoint].id) if head else "the start"
        steps = f"steps {first + 1}–{last + 1}" if last > first else f"step {first + 1}"
        return Returns(
            title=f"Back to {name}",
            text=f"from {steps}, up to {about(longest_ms(self._timeline, self._work_ms, head, behind))} again",
            danger=f"{counted(repeating, 'step')} can repeat" if repeating else "",
            can_repeat=repeating > 0,
        )

    def _row(self, at: int) -> StepRow:
        here = self._at.get(self._plan.steps[at].id, [])
        is_last = at == len(self._plan.steps) - 1
        aside = [one for index, one in here if self._last[index] not in self._heads and not self._is_at_end(one)]
        return step_row(
            self._bench,
            Where(
                at=at,
                above=self._plan.steps[at - 1].id if at else "",
                is_last=is_last,
                checkpoints=tuple(self._bar(one) for one in aside),
                has_checkpoint_after=any(one.after for _, one in here),
                saves_within=any(one.every_items for _, one in here),
                ends_run=is_last and not here,
            ),
        )

    def _is_at_end(self, checkpoint: Checkpoint) -> bool:
        return checkpoint.after == self._plan.steps[-1].id and self._bench.pictured.plan.resume.loads is not Loads.FIRST

    def _behind_the_end(self) -> list[Stretch]:
        ended = [one for one in self._plan.checkpoints if self._plan.steps and self._is_at_end(one)]
        headed = {save.checkpoint for save in self._heads}
        return [
            Stretch(key=one.id, checkpoint=self._bar(one))
            for one in ended
            if self._plan.checkpoints.index(one) not in headed
        ]

    def _bar(self, checkpoint: Checkpoint) -> Bar:
        """Return a checkpoint as the run line shows it, made of all that `_drawn_bar` shows."""
        bench = self._bench
        shown = (
            checkpoint_word(self._plan, checkpoint.id),
            self._about(checkpoint),
            self._why_broken(checkpoint),
            checkpoint_editor(bench, checkpoint),
        )
        is_first_open = checkpoint.id == self._first_open
        found, facts = bench.found_at(Place(checkpoint=checkpoint.id)), bench.facts_about(checkpoint)
        made_of = (checkpoint, shown, found, facts, is_first_open)
        return bench.made(("checkpoint", checkpoint.id), made_of, lambda: self._drawn_bar(checkpoint, *shown))

    def _drawn_bar(
        self, checkpoint: Checkpoint, word: str, about: str, broken: str, editor: CheckpointEditor | None
    ) -> Bar:
        return Bar(
            id=checkpoint.id,
            name=f"Checkpoint {word}",
            about=about,
            broken=bool(broken),
            remarks=tuple(self._remarks(checkpoint, broken)),
            step_id=checkpoint.step_id,
            edit_href=f"{self._bench.base}?open=checkpoint-{checkpoint.id}#checkpoint-{checkpoint.id}",
            questions=questions_of(self._bench, checkpoint, opened=checkpoint.id == self._first_open),
            editor=editor,
        )

    def _remarks(self, checkpoint: Checkpoint, broken: str) -> Iterator[Remark]:
        """Yield why no run goes on from a checkpoint, then the findings that are not said beside its answers."""
        found = self._bench.found_at(Place(checkpoint=checkpoint.id))
        reasons = [one for one in found if one.code in BREAKING]
        if broken:
            yield remark_of(self._bench, reasons[0], broken) if reasons else Remark("fix", broken)
        for one in found:
            if one.severity is not Severity.NOTE and one.code not in SAID_BESIDE and not (broken and one in reasons):
                yield remark_of(self._bench, one)

    def _about(self, checkpoint: Checkpoint) -> str:
        step = self._plan.step(checkpoint.step_id)
        side = "inside" if checkpoint.inside else "after"
        number = self._plan.index_of(checkpoint.step_id) + 1
        within = f" and after every {counted(checkpoint.every_items, 'item')} of it" if checkpoint.every_items else ""
        end = ", the last" if number == len(self._plan.steps) and side == "after" else ""
        saves = f"Saves {listed(checkpoint.snapshot)}." if checkpoint.snapshot else "Nothing is chosen to be saved yet."
        return f"{side} step {number}{end}{within if step.items > 1 else ''}. {saves}"

    def _why_broken(self, checkpoint: Checkpoint) -> str:
        """Return why no run goes on from a checkpoint, in words; nothing where one does, or may still."""
        save = self._last[self._plan.checkpoints.index(checkpoint)]
        if save.lacking:
            return f"A run cannot go on from here: {listed(save.lacking)} is needed later and not saved."
        if save.unstorable:
            return f"A run cannot go on from here: {listed(save.unstorable)} cannot be stored."
        if self._plan.resume.loads is Loads.RESTART:
            return "No run goes on from here: when it resumes, it starts over."
        if not self._plan.identity.survives:
            return "No run goes on from here: after a stop, the run is not found again."
        return ""


def _is_complete(checkpoint: Checkpoint) -> bool:
    answers = checkpoint.answers
    each = (answers.complete, answers.consistent, answers.confirmed, answers.repeatable, answers.worthwhile)
    return all(answer.answer and answer.reason.strip() for answer in each)


def outline_of(stretches: Sequence[Stretch]) -> object:
    """Return which stretches and steps follow each other: what changes only when one comes, goes or moves."""
    return [(stretch.key, stretch.checkpoint is None, [row.id for row in stretch.steps]) for stretch in stretches]


def fragments_of(stretches: Sequence[Stretch]) -> Iterator[Fragment]:
    """Yield the parts of the run line that can be drawn each by itself."""
    for stretch in stretches:
        if stretch.checkpoint:
            yield _drawn("checkpoint", stretch.checkpoint.id, stretch.checkpoint.seen, checkpoint=stretch.checkpoint)
        if stretch.returns:
            yield _drawn("stretch_back", stretch.key, stretch.returns.seen, stretch=stretch)
        yield from (_drawn("step", row.id, row.seen, step=row) for row in stretch.steps)


def _drawn(part: str, part_id: str, seen: str, **given: object) -> Fragment:
    html_id = f"from-{part_id}-back" if part == "stretch_back" else f"{part}-{part_id}"
    return Fragment(id=html_id, seen=seen, template=f"partials/{part}.html", inside="run-line", **given)
