"""The rows of the plans that were edited last, kept in the memory of a server process for the next edit."""

from __future__ import annotations

import copy
from collections import OrderedDict
from typing import TYPE_CHECKING

from planner.models.rows import load_reasons, load_rows

if TYPE_CHECKING:
    from uuid import UUID

    from planner.models import Plan
    from planner.models.rows import Rows

MOST_PLANS = 200
"""Some 100 kB each, for a plan of 40 steps."""
MOST_PARTS = 500
"""Rows of a larger plan are not kept."""

_kept: OrderedDict[UUID, Rows] = OrderedDict()


def take(row: Plan) -> Rows:
    """Return the rows of a plan, removed ones too, for one edit to change: kept ones, or with ten queries.

    `row` has just been read, under its lock. Kept rows count only if they are of its version and of the same moment:
    another process may have edited the plan since, and a backup may have brought back an older one. They are taken off
    the shelf, so that two edits never share them, and what an edit that fails has done to them is gone with them.
    """
    rows = _kept.pop(row.id, None)
    if rows is None or not _is_of(rows, row):
        rows = load_rows(copy.copy(row), with_removed=True)
        load_reasons(rows)
    rows.plan = copy.copy(row)
    return rows


def seen(row: Plan) -> Rows | None:
    """Return the kept rows of a plan, only to look at; None where there are none of this version and moment."""
    rows = _kept.get(row.id)
    return rows if rows and _is_of(rows, row) else None


def _is_of(rows: Rows, row: Plan) -> bool:
    return (rows.plan.version, rows.plan.changed_at) == (row.version, row.changed_at)


def keep(rows: Rows) -> None:
    """Keep the rows of a plan as an edit has left them, once that is saved."""
    if len(rows.steps) + len(rows.checkpoints) + len(rows.state) > MOST_PARTS:
        return
    _kept[rows.plan.id] = rows
    while len(_kept) > MOST_PLANS:
        _kept.popitem(last=False)
