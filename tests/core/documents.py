"""Plan documents: those in the repository (vectors, plans of the trades, the worked example), and made to measure."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parent.parent
EXAMPLE = TESTS.parent / "planner" / "data" / "example.json"


def plan_documents() -> dict[str, dict[str, Any]]:
    """Return the documents by the name of their file."""
    files = [EXAMPLE, *sorted(TESTS.glob("plans/*.json"))]
    plans = {path.name: json.loads(path.read_bytes()) for path in files}
    return plans | {path.name: json.loads(path.read_bytes())["plan"] for path in sorted(TESTS.glob("vectors/*.json"))}


def file(**keys: Any) -> str:
    """Return a plan file with a title and these keys."""
    return json.dumps({"format": "checkpoint-plan/1", "title": "Run", **keys})


def raw(keys: str) -> str:
    """Return a plan file with a title and these keys as text, for what `json.dumps` would not write."""
    return f'{{"format": "checkpoint-plan/1", "title": "Run", {keys}}}'
