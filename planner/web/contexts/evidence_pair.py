"""The evidence of two hand-ins side by side: what was expected of the tests, and what they showed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from planner.core.planfile import read_plan
from planner.core.vocabulary import Kind, Often, Sure
from planner.core.wordings.wording import step_name
from planner.web.quantities import about, of
from planner.web.words import OFTEN, SURE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from planner.core.plan import Plan, Step
    from planner.models import Submission

Row = tuple[str, list[dict[str, str]]]
_NOT_THERE = {"text": "–", "tone": ""}


def evidence_of(handed_in: Sequence[Submission]) -> dict[str, Any]:
    """Return the table: a column for each hand-in, a row for each thing that was predicted or counted."""
    columns = [_Shown(one) for one in handed_in]
    rows = [
        *_actions(columns),
        ("Work repeated, typical", [_plain(about(one.lost("50"))) for one in columns]),
        ("Work repeated, in 9 of 10 runs at most", [_plain(about(one.lost("90"))) for one in columns]),
        ("Work repeated, as predicted", [_plain(one.said_lost()) for one in columns]),
        *_unfinished(columns),
    ]
    return {
        "heads": [f"Hand-in {one.number}" for one in handed_in],
        "rows": [{"name": name, "cells": cells} for name, cells in rows],
        "tests": [f"{one.test.runs:,} runs, seed {one.test.seed}" for one in handed_in],
    }


class _Shown:
    """One hand-in's evidence."""

    def __init__(self, handed_in: Submission) -> None:
        self.plan: Plan = read_plan(handed_in.document)
        self.runs = handed_in.test.runs
        self.result: Mapping[str, Any] = handed_in.test.result
        self.interrupted = round(self.result["interrupted"] * self.runs)
        made = handed_in.predictions["made"]
        tested = [one for one in made if one["version"] == handed_in.test.version]
        self.said: Mapping[str, Any] = (tested or made or [{}])[-1]

    def step(self, step_id: str) -> Step | None:
        return next((step for step in self.plan.steps if step.id == step_id), None)

    def twice(self, step_id: str) -> int:
        share: float = self.result["by_step"].get(step_id, {}).get("runs_with_duplicates", 0)
        return round(share * self.runs)

    def left_out(self, step_id: str) -> int:
        a_run: float = self.result["by_step"].get(step_id, {}).get("missed", 0)
        return round(a_run * self.runs)

    def lost(self, percent: str) -> float:
        return float(self.result["percentile"]["lost"].get(percent, 0)) * 1_000

    def said_lost(self) -> str:
        if not self.said:
            return "Nothing predicted"
        return f"{about(self.said['lost_ms'])}, {SURE[Sure(self.said['lost_sure'])].lower()}"


def _actions(columns: Sequence[_Shown]) -> Iterator[Row]:
    """Yield what each action did, those first that are in the newest plan."""
    steps: dict[str, Step] = {}
    for one in reversed(columns):
        for step in one.plan.steps:
            if step.kind is Kind.ACTION:
                steps.setdefault(step.id, step)
    for step_id, step in steps.items():
        name = step_name(step)
        if any(one.said.get("step") == step_id for one in columns):
            yield f"{name} twice, as predicted", [_said(one, step_id) for one in columns]
        yield f"{name} happened twice", [_twice(one, step_id) for one in columns]
        if any(one.left_out(step_id) for one in columns):
            yield f"{name} was left out", [_left_out(one, step_id) for one in columns]


def _said(one: _Shown, step_id: str) -> dict[str, str]:
    if one.said.get("step") != step_id:
        return _NOT_THERE
    return _plain(f"{OFTEN[Often(one.said['repeats'])]}, {SURE[Sure(one.said['repeats_sure'])].lower()}")


def _twice(one: _Shown, step_id: str) -> dict[str, str]:
    if one.step(step_id) is None:
        return _NOT_THERE
    twice = one.twice(step_id)
    return {"text": f"{of(twice, one.interrupted)} interrupted runs", "tone": "fix" if twice else "passed"}


def _left_out(one: _Shown, step_id: str) -> dict[str, str]:
    if one.step(step_id) is None:
        return _NOT_THERE
    times = one.left_out(step_id)
    return {"text": f"{times:,} times in {one.runs:,} runs", "tone": "fix" if times else "passed"}


def _unfinished(columns: Sequence[_Shown]) -> Iterator[Row]:
    if any(one.result["finished"] < 1 for one in columns):
        counts = [round((1 - one.result["finished"]) * one.runs) for one in columns]
        cells = [
            {"text": of(count, one.runs), "tone": "fix" if count else "passed"}
            for count, one in zip(counts, columns, strict=True)
        ]
        yield "Runs that never finished", cells


def _plain(text: str) -> dict[str, str]:
    return {"text": text, "tone": ""}
