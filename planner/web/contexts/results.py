"""What a test came to, in numbers: over all runs, step by step, as a histogram, and what all of it rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from planner.charts import Bar, Histogram, Mark
from planner.core.trying.assumption import TAKEN_FOR_GRANTED, interruptions_in_words, unanswered
from planner.web.quantities import about, counted, mean, of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from planner.core.plan import Plan, Step
    from planner.core.trying.trial import Bins, StepTrial, Trial

_MEANS = (
    ("interruptions", "Interruptions"),
    ("lost", "Work done again or thrown away"),
    ("recovery", "Time spent on resuming"),
    ("busy", "Time at work"),
    ("wall", "Time from start to end, pauses included"),
    ("skipped", "Work left undone"),
    ("duplicates", "Actions that happened twice"),
    ("missed", "Actions that were left out"),
    ("reasks", "Questions asked again"),
    ("divergences", "Results that came out different after use"),
    ("inconsistent", "Resumes from inside a step"),
)
_TIMES = ("lost", "recovery", "busy", "wall", "skipped")
_ALWAYS_SHOWN = ("interruptions", "lost", "recovery", "busy", "wall", "duplicates")
_COUNTS = (
    ("duplicates", "Happened twice"),
    ("missed", "Left out"),
    ("reasks", "Asked again"),
    ("divergences", "Came out different after use"),
    ("harmless", "Repeated without harm"),
)


def over_all(document: dict[str, Any]) -> dict[str, Any]:
    """Return the means of a `checkpoint-simulation/1` document in words, and beside them the exact ones it has."""
    exact = document["exact"] or {}
    rows = [_mean_row(document, exact, key, name) for key, name in _MEANS if _is_shown(document, key)]
    return {
        "rows": rows,
        "has_exact": bool(exact),
        "finished": of(round(document["finished"] * document["runs"]), document["runs"]),
        "ideal": about(document["ideal_seconds"] * 1_000),
        "lost": [(percent, about(value * 1_000)) for percent, value in document["percentile"]["lost"].items()],
        "wall": [(percent, about(value * 1_000)) for percent, value in document["percentile"]["wall"].items()],
    }


def _is_shown(document: dict[str, Any], key: str) -> bool:
    return key in _ALWAYS_SHOWN or document["mean"][key] > 0


def _mean_row(document: dict[str, Any], exact: dict[str, float], key: str, name: str) -> dict[str, str]:
    def said(value: float) -> str:
        return about(value * 1_000) if key in _TIMES else mean(value)

    return {
        "name": name,
        "mean": said(document["mean"][key]),
        "error": said(document["standard_error"][key]),
        "exact": said(exact[key]) if key in exact else "",
    }


def step_by_step(plan: Plan, tried: Trial) -> dict[str, Any]:
    """Return what happened to each step to which anything did, and how many steps nothing happened to."""
    pairs = list(zip(plan.steps, tried.steps, strict=True))
    shown = [(key, name) for key, name in _COUNTS if any(getattr(counts, key) for _, counts in pairs)]
    rows = [_step_row(plan, step, counts, tried, shown) for step, counts in pairs if _has_counts(counts)]
    quiet = len(plan.steps) - len(rows)
    return {
        "heads": [name for _, name in shown],
        "rows": rows,
        "quiet": f"Nothing of this happened to {counted(quiet, 'other step' if rows else 'step')}." if quiet else "",
        "runs": counted(tried.runs, "run"),
    }


def _has_counts(counts: StepTrial) -> bool:
    return any(getattr(counts, key) for key, _ in _COUNTS)


def _step_row(plan: Plan, step: Step, counts: StepTrial, tried: Trial, shown: list[tuple[str, str]]) -> dict[str, Any]:
    return {
        "number": plan.index_of(step.id) + 1,
        "name": step.name or step.id,
        "twice": of(counts.runs_with_duplicates, tried.interrupted),
        "width": 100 * counts.runs_with_duplicates / (tried.interrupted or 1),
        "tone": "fix" if counts.runs_with_duplicates else "",
        "cells": [(name, f"{getattr(counts, key):,}") for key, name in shown],
    }


def lost_chart(tried: Trial, *, predicted_ms: int | None = None) -> Histogram | None:
    """Return the work repeated in each interrupted run as a histogram; None if no run was interrupted."""
    if not tried.interrupted:
        return None
    typical = about(tried.typical_lost_ms)
    marks = [Mark(at=tried.typical_lost_ms, text=f"typical: {typical}")]
    if predicted_ms is not None:
        marks.append(Mark(at=predicted_ms, text=f"you said {about(predicted_ms)}", is_prediction=True))
    return Histogram(
        key="lost",
        title="Work repeated in each interrupted run",
        description=f"Of {counted(tried.interrupted, 'interrupted run')}, half repeated {typical} of work or less.",
        bars=tuple(_bars(tried.lost)),
        ticks=_ticks(tried.lost),
        head=("Work repeated", "Interrupted runs"),
        marks=tuple(marks),
    )


def _bars(bins: Bins) -> Iterator[Bar]:
    last = len(bins.counts) - 1
    for at, found in enumerate(bins.counts):
        lower, upper = at * bins.width_ms, (at + 1) * bins.width_ms
        is_open = bins.open_ended and at == last
        name = f"{about(lower)} or more" if is_open else f"{about(lower)} to under {about(upper)}"
        yield Bar(upper=upper, name=name, counted=found)


def _ticks(bins: Bins) -> tuple[str, ...]:
    edges = [about(at * bins.width_ms) for at in range(len(bins.counts) + 1)]
    return (*edges[:-1], "more" if bins.open_ended else edges[-1])


def rests_on(plan: Plan) -> dict[str, Any]:
    """Return the assumptions that the numbers rest on, in words."""
    return {
        "interruptions": interruptions_in_words(plan.interruptions),
        "granted": TAKEN_FOR_GRANTED,
        "unanswered": unanswered(plan),
    }
