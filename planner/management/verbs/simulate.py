"""`plan simulate`: what random interruptions do to a plan, over many runs."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.management.color import Style

from planner.core.exact import exact, exact_document
from planner.core.files.summaryfile import document_from_summary
from planner.core.manyruns.census import COUNTS
from planner.core.plan import Plan
from planner.core.simulate import TIMES
from planner.core.summary import summarise
from planner.management.verbs.layout import aligned, number, share, span
from planner.management.verbs.options import whole
from planner.management.verbs.progress import Progress
from planner.management.verbs.verb import Options, PlanVerb, Terminal

MOST_RUNS = 10_000_000
MOST_WORKERS = 256
LARGEST_SEED = (1 << 64) - 1

_QUANTITIES = {
    "wall": "wall time",
    "busy": "busy time",
    "recovery": "recovering",
    "lost": "work lost",
    "skipped": "work skipped",
    "interruptions": "interruptions",
    "inconsistent": "resumes from inside a step",
    "duplicates": "duplicates",
    "harmless": "harmless repeats",
    "missed": "missed actions",
    "reasks": "questions asked again",
    "divergences": "divergences",
}
_IN_SHORT = {
    "duplicates": "duplicates",
    "harmless": "harmless",
    "missed": "missed",
    "reasks": "asked again",
    "divergences": "divergences",
}


class Simulate(PlanVerb):
    """Simulates a plan and sums up what its runs come to."""

    name = "simulate"
    help = "Simulates many runs of a plan under its interruptions, and sums up what they come to."

    def add_options(self, parser: ArgumentParser) -> None:
        """Take how many runs, which ones, and how many processes work on them."""
        runs, seed, workers = whole(1, MOST_RUNS), whole(0, LARGEST_SEED), whole(1, MOST_WORKERS)
        parser.add_argument("--runs", type=runs, default=2_000, metavar="N", help="at most 10,000,000; default: 2,000")
        parser.add_argument("--seed", type=seed, default=1, metavar="N", help="default: %(default)s")
        processors = os.cpu_count() or 1
        parser.add_argument(
            "--workers",
            type=workers,
            default=min(processors, MOST_WORKERS),
            metavar="N",
            help="processes that share the work; the answer is the same; default: %(default)s",
        )

    def document(self, plan: Plan, options: Options, terminal: Terminal) -> dict[str, Any]:
        """Return what the runs come to."""
        runs: int = options["runs"]
        with Progress(terminal.err, runs, "runs") as progress:
            summary = summarise(plan, runs=runs, seed=options["seed"], workers=options["workers"], tell=progress.tell)
        return document_from_summary(summary, exact=exact_document(exact(plan)))

    def text(self, document: Mapping[str, Any], style: Style) -> str:
        """Return the same for people: what a run comes to, then what each step does."""
        runs = f"{document['runs']:,} run{'s' if document['runs'] > 1 else ''}, seed {document['seed']}"
        facts = [
            ("without interruption", span(document["ideal_seconds"])),
            ("finished", share(document["finished"])),
            ("interrupted", share(document["interrupted"])),
        ]
        quantities, steps = aligned(list(_quantities(document))), aligned(list(_steps(document)))
        parts = [style.MIGRATE_HEADING(runs), *aligned(facts, left=(0, 1)), "", *_headed(quantities, style)]
        if len(steps) > 1:
            parts += ["", *_headed(steps, style)]
        return "\n".join([*parts, "", *_notes(document)])


def _notes(document: Mapping[str, Any]) -> Iterator[str]:
    yield "± is the standard error of the mean. Steps that count nothing are left out."
    if document["exact"]:
        yield "“exact” is the expected value, where it has a closed form."


def _headed(lines: list[str], style: Style) -> list[str]:
    return [style.MIGRATE_HEADING(lines[0]), *lines[1:]]


def _quantities(document: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    exact_values: Mapping[str, float] = document["exact"] or {}
    expected = ("exact",) if exact_values else ()
    yield "a run", "mean", "±", *expected, "median", "90 %", "99 %"
    for name, words in _QUANTITIES.items():
        tell = span if name in TIMES else number
        percentiles = document["percentile"].get(name, {})
        yield (
            words,
            tell(document["mean"][name]),
            tell(document["standard_error"][name]),
            *(tell(exact_values[name]) if name in exact_values else "" for _ in expected),
            *(tell(percentiles[percent]) if percentiles else "" for percent in ("50", "90", "99")),
        )


def _steps(document: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    yield "a step, per run", *(_IN_SHORT[name] for name in COUNTS), "runs with a duplicate"
    for step_id, counts in document["by_step"].items():
        if any(counts.values()):
            yield step_id, *(number(counts[name]) for name in COUNTS), share(counts["runs_with_duplicates"])
