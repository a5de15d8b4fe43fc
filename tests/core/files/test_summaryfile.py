"""A summary as the JSON document that COMMANDS.md describes."""

import json

from planner.core.files.summaryfile import document_from_summary
from planner.core.sketch import sketch
from planner.core.summary import QUANTITIES, summarise

PLAN = sketch("Read 5min\n|\nPay ! 5min\ninterrupted: restart 10min (down 1min)")


def test_it_has_the_keys_that_the_command_line_promises() -> None:
    document = document_from_summary(summarise(PLAN, runs=50, seed=2))
    assert {key: sorted(value) if isinstance(value, dict) else value for key, value in document.items()} == {
        "format": "checkpoint-simulation/1",
        "runs": 50,
        "seed": 2,
        "ideal_seconds": 601.0,
        "finished": 1.0,
        "interrupted": document["interrupted"],
        "mean": sorted(QUANTITIES),
        "standard_error": sorted(QUANTITIES),
        "percentile": ["lost", "wall"],
        "by_step": ["pay", "read"],
        "exact": None,
    }
    assert list(document["percentile"]["lost"]) == ["50", "90", "99"]
    assert sorted(document["by_step"]["pay"]) == [
        "divergences",
        "duplicates",
        "harmless",
        "missed",
        "reasks",
        "runs_with_duplicates",
    ]


def test_it_survives_json() -> None:
    document = document_from_summary(summarise(PLAN, runs=50, seed=2), exact={"lost": 1.5})
    assert json.loads(json.dumps(document, allow_nan=False)) == document
