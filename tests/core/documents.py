"""Every plan document that lies in the repository: vectors, plans of the trades, the worked example."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parent.parent


def plan_documents() -> dict[str, dict[str, Any]]:
    """Return the documents by the name of their file."""
    files = [TESTS / "example.json", *sorted(TESTS.glob("plans/*.json"))]
    plans = {path.name: json.loads(path.read_bytes()) for path in files}
    return plans | {path.name: json.loads(path.read_bytes())["plan"] for path in sorted(TESTS.glob("vectors/*.json"))}
