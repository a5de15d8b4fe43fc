"""Rows to core values and back: the only module that knows both."""

from __future__ import annotations

from collections import defaultdict
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from planner import models
from planner.core.errors import PlanError
from planner.core.plan import (
    Answer,
    Answers,
    Checkpoint,
    Identity,
    Interruptions,
    Plan,
    ReplayRisk,
    Resume,
    Step,
    Storage,
    Variable,
)
from planner.core.vocabulary import (
    Consequence,
    GateWhen,
    Guard,
    IdentitySource,
    IfUnclear,
    KeySource,
    Kind,
    Loads,
    Question,
    Reply,
    ResumeCheck,
    SingleRunner,
)
from planner.models.part import SPACING
from planner.models.rows import Rows, insert_rows, load_rows, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from uuid import UUID

    from planner.models.rows import Row

Word = TypeVar("Word", bound=StrEnum)
Part = TypeVar("Part", models.Step, models.StateItem, models.Checkpoint)
Value = TypeVar("Value")

STEP_FIELDS = (
    "name",
    "kind",
    "duration_ms",
    "items",
    "deterministic",
    "needs",
    "produces",
    "notes",
    "idempotent",
    "consequence",
    "effect_at",
    "confirmed",
    "guards",
    "key_source",
    "key_retention_ms",
    "gate_ms",
    "gate_when",
    "question_stored",
)
"""The fields of a step that rows and the core call by the same name."""

_TAKEN_OVER = "taken_over"
"""Where a row keeps the version and the core value that an edit has left."""

CHECKPOINT_FIELDS = ("after", "inside", "every_items", "snapshot", "save_ms")
STATE_FIELDS = ("name", "storable", "sensitive", "description")
PLAN_FIELDS = {
    "identity": ("source", "description", "single_runner"),
    "storage": ("where", "keeps_ms"),
    "resume": ("loads", "checks", "if_unclear", "recovery_ms", "notes"),
    "interruptions": (
        "restart_every_ms",
        "restart_downtime_ms",
        "close_every_ms",
        "close_downtime_ms",
        "session_limit_ms",
        "limit_downtime_ms",
        "exactly",
        "downtime_ms",
    ),
}
"""The parts that a plan has once; a column of the plan's row is called by the part and its field, joined by `_`."""


def core_plan(row: models.Plan) -> Plan:
    """Return the stored plan as a core value, with eight queries whatever its size; with none right after an edit."""
    version, plan = vars(row).get(_TAKEN_OVER, (None, None))
    return plan if plan is not None and version == row.version else plan_of(load_rows(row))


def take_over(row: models.Plan, rows: Rows, plan: Plan) -> None:
    """Bring a plan's row up to rows that have just been saved, and to the core value that they make."""
    for column in row._meta.concrete_fields:
        setattr(row, column.attname, getattr(rows.plan, column.attname))
    vars(row)[_TAKEN_OVER] = (row.version, plan)


def plan_of(rows: Rows) -> Plan:
    """Return the rows that have not been removed as a core value; PlanError if they make no plan.

    Of rows that have not changed since, the same parts as before come back.
    """
    row = rows.plan
    return Plan(
        title=row.title,
        goal=row.goal,
        identity=_identity(row),
        storage=_at("storage", lambda: Storage(where=row.storage_where, keeps_ms=row.storage_keeps_ms)),
        state=_each(rows, _variable, rows.kept_state(), "state"),
        steps=_each(rows, partial(_step, rows), rows.kept_steps(), "steps"),
        checkpoints=_checkpoints(rows),
        resume=_at("resume", lambda: _resume(rows)),
        interruptions=_at("interruptions", lambda: _interruptions(row)),
    )


def store(row: models.Plan, plan: Plan) -> None:
    """Save a core value as the rows of a plan that has no parts yet."""
    insert_rows(rows_of(row, plan))


def rows_of(row: models.Plan, plan: Plan) -> Rows:
    """Return a core value as rows, unsaved; the columns of `row` are set."""
    rows = Rows(plan=row)
    row.title, row.goal = plan.title, plan.goal
    for part, names in PLAN_FIELDS.items():
        _write(rows, row, getattr(plan, part), names, prefix=f"{part}_")
    for at, variable in enumerate(plan.state, 1):
        rows.state.append(models.StateItem(plan=row, position=at * SPACING))
        _write(rows, rows.state[-1], variable, STATE_FIELDS)
    for at, step in enumerate(plan.steps, 1):
        rows.steps.append(models.Step(plan=row, slug=step.id, position=at * SPACING))
        _write(rows, rows.steps[-1], step, STEP_FIELDS)
        _write_mark(rows, rows.steps[-1], step.replay_risk)
    for at, checkpoint in enumerate(plan.checkpoints, 1):
        rows.checkpoints.append(models.Checkpoint(plan=row, slug=checkpoint.id, position=at * SPACING))
        _write(rows, rows.checkpoints[-1], checkpoint, CHECKPOINT_FIELDS)
        rows.answers += _answer_rows(rows.checkpoints[-1], checkpoint.answers)
    return rows


def _write(rows: Rows, row: Row, value: object, names: Iterable[str], *, prefix: str = "") -> None:
    for name in names:
        rows.write(row, f"{prefix}{name}", getattr(value, name))


def _write_mark(rows: Rows, row: models.Step, mark: ReplayRisk | None) -> None:
    row.risk_marked = mark is not None
    if mark is not None:
        _write(rows, row, mark, ("repeats", "prevention"), prefix="risk_")


def _answer_rows(row: models.Checkpoint, answers: Answers) -> list[models.Answer]:
    return [
        models.Answer(
            checkpoint=row,
            question=question.value,
            reply=plain(answers.to(question).answer, empty=""),
            reason=answers.to(question).reason,
        )
        for question in Question
    ]


def _each(rows: Rows, make: Callable[[Part], Value], parts: Iterable[Part], place: str) -> tuple[Value, ...]:
    """Make a core value of each row that has none yet; a PlanError names its place in the list."""
    parts = list(parts)
    for at, part in enumerate(parts):
        if part.id not in rows.made:
            rows.made[part.id] = _at(f"{place}[{at}]", partial(make, part))
    return tuple(rows.made[part.id] for part in parts)


def _at(place: str, make: Callable[[], Value]) -> Value:
    """Make a core value; a PlanError names its place in the plan file."""
    try:
        return make()
    except PlanError as error:
        raise error.within(place) from None


def _word(words: type[Word], column: str) -> Word | None:
    """Return the word that a column holds; the empty text is no answer."""
    return words(column) if column else None


def _identity(row: models.Plan) -> Identity:
    return Identity(
        source=_word(IdentitySource, row.identity_source),
        description=row.identity_description,
        single_runner=_word(SingleRunner, row.identity_single_runner),
    )


def _resume(rows: Rows) -> Resume:
    row = rows.plan
    checks = rows.read(row, "resume_checks")
    return Resume(
        loads=_word(Loads, row.resume_loads),
        checks=None if checks is None else tuple(ResumeCheck(check) for check in checks),
        if_unclear=_word(IfUnclear, row.resume_if_unclear),
        recovery_ms=row.resume_recovery_ms,
        notes=row.resume_notes,
    )


def _interruptions(row: models.Plan) -> Interruptions:
    return Interruptions(
        restart_every_ms=row.interruptions_restart_every_ms,
        restart_downtime_ms=row.interruptions_restart_downtime_ms,
        close_every_ms=row.interruptions_close_every_ms,
        close_downtime_ms=row.interruptions_close_downtime_ms,
        session_limit_ms=row.interruptions_session_limit_ms,
        limit_downtime_ms=row.interruptions_limit_downtime_ms,
        exactly=row.interruptions_exactly,
        downtime_ms=row.interruptions_downtime_ms,
    )


def _variable(row: models.StateItem) -> Variable:
    return Variable(name=row.name, storable=row.storable, sensitive=row.sensitive, description=row.description)


def _step(rows: Rows, row: models.Step) -> Step:
    return Step(
        id=row.slug,
        name=row.name,
        kind=Kind(row.kind),
        duration_ms=row.duration_ms,
        items=row.items,
        deterministic=row.deterministic,
        needs=tuple(rows.read(row, "needs")),
        produces=tuple(rows.read(row, "produces")),
        notes=row.notes,
        replay_risk=_mark(row),
        idempotent=row.idempotent,
        consequence=_word(Consequence, row.consequence),
        effect_at=row.effect_at,
        confirmed=row.confirmed,
        guards=tuple(Guard(guard) for guard in rows.read(row, "guards")),
        key_source=_word(KeySource, row.key_source),
        key_retention_ms=row.key_retention_ms,
        gate_ms=row.gate_ms,
        gate_when=GateWhen(row.gate_when),
        question_stored=row.question_stored,
    )


def _mark(row: models.Step) -> ReplayRisk | None:
    return ReplayRisk(repeats=row.risk_repeats, prevention=row.risk_prevention) if row.risk_marked else None


def _checkpoints(rows: Rows) -> tuple[Checkpoint, ...]:
    slugs = {step.id: step.slug for step in rows.steps}
    answers: dict[UUID, dict[str, Answer]] = defaultdict(dict)
    for row in rows.answers:
        if row.checkpoint_id not in rows.made:
            answers[row.checkpoint_id][row.question] = Answer(answer=_word(Reply, row.reply), reason=row.reason)

    def checkpoint(row: models.Checkpoint) -> Checkpoint:
        return Checkpoint(
            id=row.slug,
            after=slugs[row.after_id] if row.after_id else None,
            inside=slugs[row.inside_id] if row.inside_id else None,
            every_items=row.every_items,
            snapshot=tuple(rows.read(row, "snapshot")),
            save_ms=row.save_ms,
            answers=Answers(**answers[row.id]),
        )

    return _each(rows, checkpoint, rows.kept_checkpoints(), "checkpoints")
