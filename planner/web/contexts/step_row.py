"""A step on the run line: its glyph and facts, its guard, the learner's mark, and its form while it is edited."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from planner.core.finding import Place, Severity
from planner.core.vocabulary import GateWhen, Guard, Kind
from planner.web.contexts.bench import Undo
from planner.web.contexts.finding_cards import TONES, remark_of
from planner.web.contexts.fragments import Shown
from planner.web.contexts.remarks import Remark
from planner.web.contexts.step_editor import StepEditor, step_editor
from planner.web.glyphs import shape_of
from planner.web.quantities import about, counted
from planner.web.words import CONSEQUENCES, KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from planner.core.finding import Finding
    from planner.core.plan import Step
    from planner.core.protection import Protection
    from planner.web.contexts.bench import Bench

MARKS = (("yes", "Yes"), ("no", "No"), ("unsure", "Not sure"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """The learner's own mark: `answer` is yes, no, unsure or nothing."""

    answer: str
    answer_word: str
    choices: tuple[tuple[str, str], ...]
    prevention: str
    prevention_label: str
    href: str
    errors: tuple[str, ...]
    model: Remark | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRow(Shown):
    """One step as the run line shows it; `checkpoints` are those at it that no run goes on from."""

    id: str
    number: int
    name: str
    glyph: str
    facts: str
    tone: str
    batch: bool
    saves_within: bool
    ends_run: bool
    first: bool
    last: bool
    guard_parts: tuple[dict[str, str], ...]
    mark: Mark | None
    remarks: tuple[Remark, ...]
    checkpoints: tuple[Any, ...]
    edit_href: str
    up_href: str
    down_href: str
    to_href: str
    add_checkpoint_href: str
    above: str
    """The id of the step before, where Undo is offered when this one goes."""
    editor: StepEditor | None
    undo: Undo | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """Where a step stands: step `at` of the plan, from 0, `above` the one before it, and the checkpoints at it."""

    at: int
    above: str
    is_last: bool
    checkpoints: tuple[Any, ...]
    has_checkpoint_after: bool
    saves_within: bool
    ends_run: bool


def step_row(bench: Bench, where: Where) -> StepRow:
    """Return a step as the run line shows it."""
    step = bench.plan.steps[where.at]
    found, protection = bench.found_at(Place(step=step.id)), bench.timeline.protections[where.at]
    editor, undo = step_editor(bench, where.at), bench.undo_at(step.id)
    made_of = (step, where, found, protection, editor, undo)
    return bench.made(("step", step.id), made_of, lambda: _row(bench, where, found, editor, undo))


def _row(
    bench: Bench, where: Where, found: tuple[Finding, ...], editor: StepEditor | None, undo: Undo | None
) -> StepRow:
    step, here = bench.plan.steps[where.at], f"{bench.base}steps/{bench.plan.steps[where.at].id}/"
    return StepRow(
        id=step.id,
        number=where.at + 1,
        name=step.name or "Without a name",
        glyph=shape_of(step),
        facts=" · ".join(_facts(step)),
        tone="fix" if any(TONES[one.severity] == "fix" for one in found) else "",
        batch=step.items > 1,
        saves_within=where.saves_within,
        ends_run=where.ends_run,
        first=where.at == 0,
        last=where.is_last,
        guard_parts=tuple(_guard_parts(bench, where.at)),
        mark=_mark(bench, step, here),
        remarks=tuple(remark_of(bench, one) for one in found if one.severity is not Severity.NOTE),
        checkpoints=where.checkpoints,
        edit_href=f"{bench.base}?open=step-{step.id}#step-{step.id}",
        up_href=f"{here}up/",
        down_href=f"{here}down/",
        to_href=f"{here}to/",
        add_checkpoint_href="" if where.has_checkpoint_after else f"{here}checkpoint/",
        above=where.above,
        editor=editor,
        undo=undo,
    )


def _facts(step: Step) -> Iterator[str]:
    yield KINDS[step.kind]
    if step.idempotent:
        yield "a repeat does no harm (idempotent)"
    elif step.consequence:
        yield CONSEQUENCES[step.consequence]
    if step.question_stored:
        yield "the question is kept outside the run"
    if not step.confirmed:
        yield "does not wait for confirmation"
    if step.items > 1:
        yield f"{counted(step.items, 'item')}, {about(step.duration_ms)} each"
    else:
        yield about(step.duration_ms)
    if not step.deterministic:
        yield "comes out different each time"


def _guard_parts(bench: Bench, at: int) -> Iterator[dict[str, str]]:
    """Yield the parts of a guard; whether a part acts is told once the step is marked."""
    step, protection = bench.plan.steps[at], bench.timeline.protections[at]
    records = Guard.ACTION_RECORD in step.guards or Guard.INTENT_RECORD in step.guards
    words = {
        Guard.INTENT_RECORD: "noted before",
        Guard.ACTION_RECORD: "noted after",
        Guard.LOOKUP: "unclear ones looked up" if records else "looked up before acting",
        Guard.IDEMPOTENCY_KEY: "sent with a key that the receiver recognises",
        Guard.HUMAN_GATE: "a person confirms each time"
        if step.gate_when is GateWhen.ALWAYS
        else "a person confirms when resuming",
    }
    for guard, text in words.items():
        if guard in step.guards:
            tone = "note" if not bench.is_marked(step) else "passed" if _acts(guard, protection) else "think"
            yield {"tone": tone, "text": text if tone != "think" else f"{text}: not read when resuming"}


def _acts(guard: Guard, protection: Protection) -> bool:
    acting = {
        Guard.ACTION_RECORD: protection.records,
        Guard.INTENT_RECORD: protection.intents,
        Guard.LOOKUP: protection.looks_up,
    }
    return acting.get(guard, True)


def _mark(bench: Bench, step: Step, here: str) -> Mark | None:
    if not bench.editable and step.replay_risk is None:
        return None
    mark, posted = step.replay_risk, bench.posted.get(f"mark-{step.id}")
    answer = {True: "yes", False: "no", None: "unsure"}[mark.repeats] if mark else ""
    typed = posted.data if posted else {}
    return Mark(
        answer=typed.get("repeats", answer),
        answer_word=dict(MARKS).get(answer, ""),
        choices=MARKS,
        prevention=typed.get("prevention", mark.prevention if mark else ""),
        prevention_label=_prevention_label(step, answer),
        href=f"{here}mark/",
        errors=tuple(str(error) for errors in posted.errors.values() for error in errors) if posted else (),
    )


def _prevention_label(step: Step, answer: str) -> str:
    """Return what is asked beside the mark; nothing where no effect outside needs preventing."""
    said_no = answer == "no"
    if step.kind in (Kind.READ, Kind.INTERNAL) and (said_no or not answer):
        return ""
    return "Why not?" if said_no else "What prevents it?"
