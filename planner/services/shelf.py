"""The rows of the plans that were edited last, kept in the memory of a server process for the next edit."""

from __future__ import annotations

import copy
from collections import OrderedDict
from typing import TYPE_CHECKING

from planner.models.rows import load_rows

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
    """Return the rows of a plan, removed ones too, for one edit to change: kept ones, or with eight queries.

    `row` has just been read, under its lock. Kept rows count only if they are of its version and of the same moment:
    another process may have edited the plan since, and a backup may have brought back an older one. They are taken off
    the shelf, so that two edits never share them, and what an edit that fails has done to them is gone with them.
    """
    rows = _kept.pop(row.id, None)
    if rows is None or (rows.plan.version, rows.plan.changed_at) != (row.version, row.changed_at):
        return load_rows(copy.copy(row), with_removed=True)
    rows.plan = copy.copy(row)
    return rows


def keep(rows: Rows) -> None:
    """Keep the rows of a plan as an edit has left them, once that is saved."""
    if len(rows.steps) + len(rows.checkpoints) + len(rows.state) > MOST_PARTS:
        return
    _kept[rows.plan.id] = rows
    while len(_kept) > MOST_PLANS:
        _kept.popitem(last=False)
