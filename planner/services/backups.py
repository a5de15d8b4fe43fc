"""A backup: every row as a line of JSON, the same for SQLite and PostgreSQL, and back into an empty database."""

from __future__ import annotations

import json
from contextlib import contextmanager
from datetime import datetime
from itertools import chain
from typing import IO, TYPE_CHECKING, Any

from django.apps import apps
from django.core import serializers
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.models import Model

FORMAT = "planner-backup/1"
MADE_BY_MIGRATIONS = frozenset({"contenttypes.contenttype", "auth.permission"})
"""Rows that `migrate` makes: a backup leaves them out."""


class BackupError(Exception):
    """A backup cannot be restored; the text says why, and nothing has been changed."""


class _Exact(DjangoJSONEncoder):
    """Keeps the microseconds of a time, which Django's own cuts off."""

    def default(self, o: Any) -> Any:
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


def write(file: IO[str]) -> int:
    """Write the whole database as it is at one moment, and return the number of rows; nobody is held up meanwhile."""
    count = 0
    file.write(json.dumps({"format": FORMAT, "migrations": _migrations()}) + "\n")
    with _one_moment():
        for row in chain.from_iterable(_rows(model) for model in _models()):
            file.write(serializers.serialize("jsonl", [row], cls=_Exact))
            count += 1
    file.write(json.dumps({"rows": count}) + "\n")
    return count


@transaction.atomic
def restore(file: IO[str]) -> int:
    """Fill an empty database and return the number of rows; BackupError if it is not empty or the file not whole."""
    _require_same_version(file.readline())
    for model in _models():
        if model._default_manager.exists():
            raise BackupError(f"The database is not empty: it has rows of {model._meta.verbose_name_plural}.")
    count = 0
    for line in file:
        told = _parsed(line)
        if "rows" in told:
            _require_whole(told["rows"], count)
            _set_sequences()
            return count
        _put(line, count + 2)
        count += 1
    raise BackupError(f"The backup is cut off after {count} rows.")


def _put(line: str, number: int) -> None:
    try:
        for row in serializers.deserialize("jsonl", line):
            row.save(force_insert=True)
    except (DeserializationError, IntegrityError) as error:
        raise BackupError(f"Line {number} of the backup is no row of this database: {type(error).__name__}.") from error


def _models() -> list[type[Model]]:
    """Return the models with rows of their own, those that others refer to first."""
    listed = serializers.sort_dependencies([(app, None) for app in apps.get_app_configs()], allow_cycles=True)
    return [model for model in listed if model._meta.managed and model._meta.label_lower not in MADE_BY_MIGRATIONS]


def _rows(model: type[Model]) -> Iterator[Model]:
    return model._default_manager.order_by("pk").iterator(chunk_size=500)


def _migrations() -> list[str]:
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in applied)


@contextmanager
def _one_moment() -> Iterator[None]:
    """Read from one snapshot, without the lock for writing that a transaction takes on SQLite."""
    begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" if connection.vendor == "postgresql" else "BEGIN"
    with connection.cursor() as cursor:
        cursor.execute(begin)
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _require_same_version(line: str) -> None:
    header = _parsed(line)
    if header.get("format") != FORMAT:
        raise BackupError(f"This is no backup: its first line does not say {FORMAT}.")
    if header.get("migrations") != _migrations():
        raise BackupError("The backup is of another version: restore it with that version, then run manage.py migrate.")


def _require_whole(said: object, count: int) -> None:
    if said != count:
        raise BackupError(f"The backup is not whole: it has {count} rows and says {said}.")


def _parsed(line: str) -> dict[str, Any]:
    try:
        parsed = json.loads(line)
    except ValueError:
        parsed = None
    if not isinstance(parsed, dict):
        raise BackupError("A line of the backup is not a JSON object.")
    return parsed


def _set_sequences() -> None:
    """Let new rows count on from the restored ones."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), _models()):
            cursor.execute(statement)
