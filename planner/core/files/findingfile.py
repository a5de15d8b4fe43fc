"""Findings as JSON: what the command line prints and a hand-in keeps."""

from __future__ import annotations

from typing import Any

from planner.core.finding import Choice, Finding, Place, Severity
from planner.core.times import to_seconds


def entry_from_finding(finding: Finding) -> dict[str, Any]:
    """Return an entry of `checkpoint-findings/1` (COMMANDS.md); the witness is in seconds."""
    witness = None if finding.witness is None else [to_seconds(at) for at in finding.witness]
    return {
        "code": finding.code,
        "slug": finding.slug,
        "severity": finding.severity.value,
        "about": entry_from_place(finding.about),
        "problem": finding.problem,
        "why": finding.why,
        "fix": [choice.text for choice in finding.fix],
        "witness": witness,
    }


def entry_from_place(place: Place) -> dict[str, str]:
    """Return a place as JSON has it: a step, a checkpoint, or nothing for the whole plan."""
    named = {"step": place.step, "checkpoint": place.checkpoint}
    return {part: name for part, name in named.items() if name is not None}


def finding_from_entry(entry: dict[str, Any]) -> Finding:
    """Return the finding that an entry was made of; its choices have no change that could be made at one click."""
    witness = entry["witness"]
    return Finding(
        code=entry["code"],
        slug=entry["slug"],
        severity=Severity(entry["severity"]),
        about=place_from_entry(entry["about"]),
        problem=entry["problem"],
        why=entry["why"],
        fix=tuple(Choice(text) for text in entry["fix"]),
        witness=None if witness is None else tuple(round(at * 1_000) for at in witness),
    )


def place_from_entry(entry: dict[str, str]) -> Place:
    """Return the place that an entry names."""
    return Place(step=entry.get("step"), checkpoint=entry.get("checkpoint"))
