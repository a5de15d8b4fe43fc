"""One edit while it is made: rows in memory, what has changed in them, and what collides with edits since."""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeVar

from planner.bridge import PLAN_FIELDS
from planner.core.errors import PlanError
from planner.core.files.text import clean_text
from planner.models import Acceptance, Answer, Checkpoint, Edit, Plan, StateItem, Step, TakenSuggestion
from planner.models.rows import LISTS, held, replace_words
from planner.services.outcome import Difference, Gone, NotInPlan

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from django.db.models import Model

    from planner.models.rows import Row, Rows

    Columns = dict[UUID, set[str]]

Slugged = TypeVar("Slugged", Step, Checkpoint)


class Draft:
    """An edit of a plan, from a form that was made at version `since`; nothing is written before `save`.

    `set` is for what the person filled in: it merges with edits since, field by field. `insist` is for what the person
    clearly wants, filled in or not. `write` is for what follows from that, whatever has happened since.
    """

    def __init__(self, rows: Rows, *, since: int, key: UUID) -> None:
        self.rows = rows
        self.differences: list[Difference] = []
        self._key = key
        self._before = _values_before(rows.plan, since=since, key=key)
        self._changes: dict[tuple[UUID, str], tuple[Row, Any]] = {}
        self._new: list[Row] = []

    def step(self, slug: str, *, removed_too: bool = False) -> Step:
        """Return a step of this plan; Gone if it has been removed, NotInPlan if it never was there."""
        return _found("step", self.rows.steps, slug, removed_too=removed_too)

    def checkpoint(self, slug: str, *, removed_too: bool = False) -> Checkpoint:
        """Return a checkpoint of this plan; Gone if it has been removed, NotInPlan if it never was there."""
        return _found("checkpoint", self.rows.checkpoints, slug, removed_too=removed_too)

    def base(self, row: Row, name: str) -> Any:
        """Return the value that a field had when the form was made."""
        return self._before.get((row.id, name), self.rows.read(row, name))

    def changed_since(self, row: Row, name: str) -> bool:
        """Whether a field holds something else than when the form was made, by somebody else's doing."""
        return bool(self.base(row, name) != self.rows.read(row, name))

    def set(self, row: Row, **values: Any) -> None:
        """Change the fields that the form has changed; what both sides changed becomes a difference."""
        for name, value in values.items():
            mine = tidy(row, name, value)
            if mine != self.base(row, name):
                self.insist(row, **{name: mine})

    def insist(self, row: Row, **values: Any) -> None:
        """Give the fields these values; one that was changed since, to something else, becomes a difference."""
        for name, value in values.items():
            mine, theirs = tidy(row, name, value), self.rows.read(row, name)
            if mine == theirs:
                continue
            if self.changed_since(row, name):
                self.differences.append(self._difference(row, name, mine=mine, theirs=theirs))
            else:
                self.write(row, **{name: mine})

    def write(self, row: Row, **values: Any) -> None:
        """Give the fields these values."""
        for name, value in values.items():
            old = self.rows.read(row, name)
            new = tidy(row, name, value)
            if new != old:
                self._changes.setdefault((row.id, name), (row, old))
                self.rows.write(row, name, new)

    def disagree(self, row: Row, name: str, value: Any) -> None:
        """Make a field a difference: this form and an edit since have both given it a value."""
        mine, theirs = tidy(row, name, value), self.rows.read(row, name)
        if mine != theirs:
            self.differences.append(self._difference(row, name, mine=mine, theirs=theirs))

    def add(self, row: Step | StateItem | Checkpoint | Answer | Acceptance | TakenSuggestion) -> None:
        """Add a new row."""
        lists: dict[type[Row], list[Any]] = {
            Step: self.rows.steps,
            StateItem: self.rows.state,
            Checkpoint: self.rows.checkpoints,
            Answer: self.rows.answers,
            Acceptance: self.rows.acceptances,
            TakenSuggestion: self.rows.suggestions,
        }
        self.rows.touch(row)
        lists[type(row)].append(row)
        self._new.append(row)

    @property
    def has_changes(self) -> bool:
        """Whether anything is different from what is stored."""
        return bool(self._new or self._real_changes())

    def changed_fields(self) -> list[str]:
        """Return the names of the fields that are different from what is stored."""
        return [name for _, name, _ in self._real_changes()]

    def _real_changes(self) -> list[tuple[Row, str, Any]]:
        """Each row, field and old value where the new value is another."""
        changes = ((row, name, old) for (_, name), (row, old) in self._changes.items())
        return [(row, name, old) for row, name, old in changes if self.rows.read(row, name) != old]

    def save(self, *, version: int) -> None:
        """Write the rows and what changed in them as this version of the plan."""
        edits = list(self._edits(version))
        for table, rows in groupby(self._new, _table):
            table._default_manager.bulk_create(rows)
        self.rows.plan.version = version
        by_id = self.rows.by_id()
        for row_id, names in self._write_lists().items():
            by_id[row_id].save(update_fields=names)
        Edit.objects.bulk_create(edits)

    def _write_lists(self) -> Columns:
        """Write the lists that have changed, and return the columns that have, by the id of their row."""
        columns: Columns = defaultdict(set, {self.rows.plan.id: {"version", "changed_at"}})
        for row, name, _ in self._real_changes():
            if name in LISTS:
                replace_words(row, name, self.rows.lists[row.id, name])
            elif row not in self._new:
                columns[row.id].add(name)
            if name == "resume_checks":
                columns[row.id].add("resume_checks_answered")
        return columns

    def _edits(self, version: int) -> Iterable[Edit]:
        for row in self._new:
            if not isinstance(row, Answer):
                yield self._edit(row, "removed", version=version, old=True)
        for row, name, old in self._real_changes():
            if row not in self._new:
                yield self._edit(row, name, version=version, old=old)

    def _edit(self, row: Row, name: str, *, version: int, old: Any) -> Edit:
        new = self.rows.read(row, name)
        return Edit(plan=self.rows.plan, version=version, key=self._key, part=row.id, field=name, old=old, new=new)

    def _difference(self, row: Row, name: str, *, mine: Any, theirs: Any) -> Difference:
        part, part_id, field = self._named(row, name)
        return Difference(part=part, id=part_id, field=field, base=self.base(row, name), mine=mine, theirs=theirs)

    def _named(self, row: Row, name: str) -> tuple[str, str, str]:
        match row:
            case Step():
                return "step", row.slug, name
            case Checkpoint():
                return "checkpoint", row.slug, name
            case StateItem():
                return "variable", row.name, name
            case Answer():
                return "checkpoint", row.checkpoint.slug, f"{row.question}.{name}"
            case Acceptance() | TakenSuggestion():
                return "finding", row.code, name
            case _:
                return "plan", "", name


def tidy(row: Row, name: str, value: Any) -> Any:
    """Return a value as its field holds it, its text as a plan may hold it; PlanError names the field."""
    plain = held(row, name, value)
    try:
        if isinstance(plain, list):
            return [tidy_text(word) for word in plain]
        return tidy_text(plain) if isinstance(plain, str) else plain
    except PlanError as error:
        raise error.within(_path(name)) from None


def _path(name: str) -> str:
    """Return where the plan file has the field that a column is called by."""
    part, _, rest = name.partition("_")
    return f"{'replay_risk' if part == 'risk' else part}.{rest}" if part in ("risk", *PLAN_FIELDS) else name


def _table(row: Row) -> type[Model]:
    return type(row)


def tidy_text(text: str) -> str:
    """Return text as a form sends it, with line feeds alone."""
    return clean_text(text.replace("\r\n", "\n").replace("\r", "\n"))


def _values_before(plan: Plan, *, since: int, key: UUID) -> dict[tuple[UUID, str], Any]:
    """Return what each field held at a version that others have changed since; what this form did counts as its own."""
    before: dict[tuple[UUID, str], Any] = {}
    if since < plan.version:
        for edit in Edit.objects.filter(plan=plan, version__gt=since).exclude(key=key).order_by("version"):
            before.setdefault((edit.part, edit.field), edit.old)
    return before


def _found(part: str, rows: Iterable[Slugged], slug: str, *, removed_too: bool) -> Slugged:
    row = next((row for row in rows if row.slug == slug), None)
    if row is None:
        raise NotInPlan(part, slug)
    if row.removed and not removed_too:
        raise Gone(part, slug)
    return row
