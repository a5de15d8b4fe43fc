"""A Trace as the JSON document `checkpoint-trace/1`: what the command line prints."""

from __future__ import annotations

from typing import Any

from planner.core.telling.scene import Ledger, Scene, Trace, Try
from planner.core.times import to_seconds

FORMAT = "checkpoint-trace/1"
START = "start"


def document_from_trace(trace: Trace) -> dict[str, Any]:
    """Return the document of COMMANDS.md.

    `item` counts from 0 and is null where a step has one unit. Besides, a moment has `first_item` if it tells of
    several items, up to `item`, and `checkpoint` if it is about one.
    """
    return {"format": FORMAT, "tries": [_try(one) for one in trace.tries]}


def _try(told: Try) -> dict[str, Any]:
    return {"from": told.start or START, "moments": [_moment(*entry) for entry in told.ledgers()]}


def _moment(scene: Scene, believed: Ledger, true: Ledger) -> dict[str, Any]:
    several = {"first_item": scene.first_item} if scene.first_item != scene.last_item else {}
    checkpoint = {"checkpoint": scene.checkpoint} if scene.checkpoint is not None else {}
    return {
        "at": to_seconds(scene.at_ms),
        "step": scene.step,
        "item": scene.last_item,
        **several,
        "what": scene.what.value,
        **checkpoint,
        "believes": believed,
        "true": true,
    }
