"""An Exploration as the JSON document `checkpoint-exploration/1`: what the command line prints."""

from __future__ import annotations

from typing import Any

from planner.core.explore import Exploration, Worst
from planner.core.times import to_seconds

FORMAT = "checkpoint-exploration/1"


def document_from_exploration(exploration: Exploration) -> dict[str, Any]:
    """Return the document of COMMANDS.md; `possible` is by kind and step, such as `duplicates.pay`, in plan order."""
    return {
        "format": FORMAT,
        "interruptions": exploration.interruptions,
        "schedules": exploration.schedules,
        "exhausted": exploration.exhausted,
        "possible": {str(event): _worst(worst) for event, worst in exploration.possible.items()},
    }


def _worst(worst: Worst) -> dict[str, Any]:
    return {"worst": worst.count, "witness": [to_seconds(cut) for cut in worst.witness]}
