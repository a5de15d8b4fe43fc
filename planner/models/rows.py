"""A plan's rows in memory: loaded with a fixed number of queries, read, changed and inserted field by field."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any
from uuid import UUID

from planner.models.checkpoint import Answer, Checkpoint, SnapshotVariable
from planner.models.reason import Acceptance, TakenSuggestion
from planner.models.resume_rule import PlannedCheck
from planner.models.state_item import StateItem
from planner.models.step import PlannedGuard, Step, StepVariable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from django.db import models

    from planner.models.plan import Plan

    Row = Plan | Step | StateItem | Checkpoint | Answer | Acceptance | TakenSuggestion

PLACES = ("after", "inside")
"""Columns of a checkpoint that point at a step and are read and written as its slug."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordList:
    """An ordered list of words that hangs on a row: a table with one row a word."""

    table: type[models.Model]
    owner: str
    column: str
    only: dict[str, str] = field(default_factory=dict)

    def entries(self, owner_id: UUID, words: Iterable[str]) -> Iterator[models.Model]:
        """Return the rows of a list, unsaved."""
        for position, word in enumerate(words):
            yield self.table(**{f"{self.owner}_id": owner_id, self.column: word, "position": position}, **self.only)


LISTS = {
    "needs": WordList(table=StepVariable, owner="step", column="name", only={"way": "needs"}),
    "produces": WordList(table=StepVariable, owner="step", column="name", only={"way": "produces"}),
    "guards": WordList(table=PlannedGuard, owner="step", column="kind"),
    "snapshot": WordList(table=SnapshotVariable, owner="checkpoint", column="name"),
    "resume_checks": WordList(table=PlannedCheck, owner="plan", column="kind"),
}


@dataclass(slots=True, kw_only=True)
class Rows:
    """One plan's rows; `lists` holds the words of each list by the id of its row and the name of the field.

    What the learner says about findings is no part of the plan: it is there once it has been asked for. `made` holds
    what was made of a row, by its id, for as long as the row stays as it is.
    """

    plan: Plan
    steps: list[Step] = field(default_factory=list)
    state: list[StateItem] = field(default_factory=list)
    checkpoints: list[Checkpoint] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    acceptances: list[Acceptance] = field(default_factory=list)
    suggestions: list[TakenSuggestion] = field(default_factory=list)
    lists: dict[tuple[UUID, str], list[str]] = field(default_factory=lambda: defaultdict(list))
    made: dict[UUID, Any] = field(default_factory=dict)

    def kept_steps(self) -> list[Step]:
        """The steps that have not been removed, in order."""
        return _kept(self.steps)

    def kept_state(self) -> list[StateItem]:
        """The described variables that have not been removed, in order."""
        return _kept(self.state)

    def kept_checkpoints(self) -> list[Checkpoint]:
        """The checkpoints that have not been removed, in order."""
        return _kept(self.checkpoints)

    def by_id(self) -> dict[UUID, Row]:
        """Every row that an edit can change, by its id."""
        parts: list[Row] = [self.plan, *self.steps, *self.state, *self.checkpoints, *self.answers]
        return {row.id: row for row in [*parts, *self.acceptances, *self.suggestions]}

    def read(self, row: Row, name: str) -> Any:
        """Return the value of a field as JSON has it: a list as words, a step as its slug."""
        if name == "resume_checks" and not self.plan.resume_checks_answered:
            return None
        if name in LISTS:
            return self.lists[row.id, name]
        if name in PLACES:
            return self._slug_of(getattr(row, f"{name}_id"))
        return getattr(row, name)

    def write(self, row: Row, name: str, value: Any) -> None:
        """Set a field, in memory, to a value as the core or JSON has it; KeyError if it names no step."""
        self.touch(row)
        if name == "resume_checks":
            self.plan.resume_checks_answered = value is not None
        if name in LISTS:
            self.lists[row.id, name] = held(row, name, value or ())
        elif name in PLACES:
            setattr(row, name, None if value is None else self._step(value))
        else:
            setattr(row, name, held(row, name, value))

    def touch(self, row: Row) -> None:
        """Forget what was made of a row; an answer is made into its checkpoint."""
        self.made.pop(row.checkpoint_id if isinstance(row, Answer) else row.id, None)

    def _slug_of(self, step_id: UUID | None) -> str | None:
        return next((step.slug for step in self.steps if step.id == step_id), None)

    def _step(self, slug: str) -> Step:
        return {step.slug: step for step in self.steps}[slug]


def plain(value: Any, *, empty: str | None = None) -> Any:
    """Return a value as a column holds it: a word as its text, and `empty` for no answer."""
    if value is None:
        return empty
    return value.value if isinstance(value, StrEnum) else value


def held(row: Row, name: str, value: Any) -> Any:
    """Return the value of a field, given as the core or JSON has it, as `Rows.read` would return it."""
    if name in LISTS:
        return None if value is None else [plain(word) for word in value]
    if name in PLACES:
        return value
    return plain(value, empty=None if row._meta.get_field(name).null else "")


def _kept(parts: list[Any]) -> list[Any]:
    return sorted((part for part in parts if not part.removed), key=lambda part: part.position)


def load_rows(plan: Plan, *, with_removed: bool = False) -> Rows:
    """Load what hangs on a plan's row, with eight queries whatever its size."""
    kept = {} if with_removed else {"removed": False}
    rows = Rows(
        plan=plan,
        steps=list(plan.steps.filter(**kept)),
        state=list(plan.state_items.filter(**kept)),
        checkpoints=list(plan.checkpoints.filter(**kept)),
        answers=list(Answer.objects.filter(checkpoint__plan=plan)),
    )
    for owner_id, name, word in _loaded_words(plan):
        rows.lists[owner_id, name].append(word)
    return rows


def _loaded_words(plan: Plan) -> Iterator[tuple[UUID, str, str]]:
    variables = StepVariable.objects.filter(step__plan=plan).order_by("position")
    yield from variables.values_list("step_id", "way", "name")
    for name in ("guards", "snapshot", "resume_checks"):
        one = LISTS[name]
        owned = {one.owner: plan} if one.owner == "plan" else {f"{one.owner}__plan": plan}
        words = one.table._default_manager.filter(**owned).order_by("position")
        yield from ((owner_id, name, word) for owner_id, word in words.values_list(f"{one.owner}_id", one.column))


def load_reasons(rows: Rows) -> None:
    """Load what the learner has said about findings, with two queries."""
    rows.acceptances = list(rows.plan.acceptances.all())
    rows.suggestions = list(rows.plan.suggestions.all())


def insert_rows(rows: Rows) -> None:
    """Save the plan's row and insert all the others, which must be new."""
    rows.plan.save()
    Step.objects.bulk_create(rows.steps)
    StateItem.objects.bulk_create(rows.state)
    Checkpoint.objects.bulk_create(rows.checkpoints)
    Answer.objects.bulk_create(rows.answers)
    entries: dict[type[models.Model], list[models.Model]] = defaultdict(list)
    for (owner_id, name), words in rows.lists.items():
        entries[LISTS[name].table] += LISTS[name].entries(owner_id, words)
    for table, inserted in entries.items():
        table._default_manager.bulk_create(inserted)


def replace_words(row: Row, name: str, words: list[str]) -> None:
    """Store a list anew."""
    one = LISTS[name]
    one.table._default_manager.filter(**{f"{one.owner}_id": row.id}, **one.only).delete()
    one.table._default_manager.bulk_create(one.entries(row.id, words))
