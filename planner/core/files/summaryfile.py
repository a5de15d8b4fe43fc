"""A Summary as the JSON document `checkpoint-simulation/1`: what the command line prints and the pages keep."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from planner.core.summary import Summary

FORMAT = "checkpoint-simulation/1"


def document_from_summary(summary: Summary, *, exact: dict[str, float] | None = None) -> dict[str, Any]:
    """Return the document of COMMANDS.md; `exact` has the names of `mean`, where a closed form exists."""
    percentile = {
        name: {str(percent): value for percent, value in values.items()} for name, values in summary.percentile.items()
    }
    return {"format": FORMAT, **asdict(summary), "percentile": percentile, "exact": exact}
