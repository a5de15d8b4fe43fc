"""The simulator against means from an independent, slow simulation of forty-two plans."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from planner.core.planfile import plan_from_document
from planner.core.summary import Summary, summarise

RUNS = 200_000
ROUNDED = 1e-5
FILES = sorted((Path(__file__).parent.parent / "vectors").glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_mean_lies_within_four_standard_errors(path: Path) -> None:
    vector = json.loads(path.read_bytes())
    summary = summarise(plan_from_document(vector["plan"]), runs=RUNS, seed=1)
    assert summary.ideal_seconds == vector["ideal_seconds"]
    assert {
        name: far for name in vector["mean_and_standard_error"] if (far := distance(summary, vector, name)) > 4
    } == {}


def distance(summary: Summary, vector: dict[str, Any], name: str) -> float:
    """Return how many joint standard errors apart two means are."""
    mean, error = vector["mean_and_standard_error"][name]
    apart = max(abs(mean_of(summary, name) - mean) - ROUNDED, 0)
    joint = error * math.sqrt(1 + vector["runs"] / RUNS)
    return (apart / joint if joint else math.inf) if apart else 0


def mean_of(summary: Summary, name: str) -> float:
    count, _, step_id = name.partition(".")
    if step_id:
        mean: float = getattr(summary.by_step[step_id], count)
        return mean
    return summary.finished if name == "finished" else summary.mean[name]


def test_all_vectors_are_here() -> None:
    assert [path.stem for path in FILES] == [f"vector_{number:02}" for number in range(1, 43)]
