"""A report as the JSON document `checkpoint-report/1`: what it is made from, and everything that follows from that."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from planner.core.errors import PlanError
from planner.core.exact import exact_document
from planner.core.files.answerfile import entries_from_answers
from planner.core.files.explorationfile import document_from_exploration
from planner.core.files.findingfile import entry_from_finding, entry_from_place, place_from_entry
from planner.core.files.jsontext import parsed
from planner.core.files.record import Key, Record
from planner.core.files.shapes import Choice, ListOf, OrNull, Text, Whole, described
from planner.core.files.summaryfile import document_from_summary
from planner.core.finding import Place
from planner.core.fingerprint import MODEL, rule_set
from planner.core.plan import Plan
from planner.core.planfile import document_from_plan, plan_from_document
from planner.core.report import Report
from planner.core.reporting.remarks import Acceptance, Decision, Remarks, Verdict

FORMAT = "checkpoint-report/1"
MAX_BYTES = 16 * 1_048_576
MOST_RUNS = 1_000_000
LARGEST_SEED = (1 << 64) - 1
_LARGEST_VERSION = (1 << 63) - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """What a report is made from; the same origin gives the same report."""

    plan: Plan
    seed: int
    runs: int
    remarks: Remarks


@dataclass(frozen=True, slots=True)
class _PlanShape:
    """A plan file within the document."""

    def read(self, found: object) -> Plan:
        return plan_from_document(found)

    def write(self, value: Plan) -> object:
        return document_from_plan(value)

    def schema(self) -> dict[str, Any]:
        return {"type": "object"}


@dataclass(frozen=True, slots=True)
class _PlaceShape:
    """What a finding is about: a step, a checkpoint, or nothing for the whole plan."""

    def read(self, found: object) -> Place:
        if not isinstance(found, dict) or not all(isinstance(name, str) for name in found.values()):
            raise PlanError("", f"an object that names a step or a checkpoint, not {described(found)}")
        return place_from_entry(found)

    def write(self, value: Place) -> object:
        return entry_from_place(value)

    def schema(self) -> dict[str, Any]:
        return {"type": "object"}


@dataclass(frozen=True, slots=True)
class _Day:
    """A date, such as 2026-11-27."""

    def read(self, found: object) -> date:
        try:
            return date.fromisoformat(found if isinstance(found, str) else "")
        except ValueError:
            raise PlanError("", f"a date such as 2026-11-27, not {described(found)}") from None

    def write(self, value: date) -> object:
        return value.isoformat()

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "format": "date"}


_ACCEPTANCE = Record(
    of=Acceptance,
    keys=(
        Key("code", Text(), "The code of the rule."),
        Key("about", _PlaceShape(), "Where it was found."),
        Key("reason", Text(), "Why it is left as it is."),
        Key("accepted_by", Text(), "Who agreed to it besides the author."),
        Key("on", OrNull(_Day()), "When."),
    ),
)

_DECISION = Record(
    of=Decision,
    keys=(
        Key("verdict", Choice(Verdict), "What the reviewer decided."),
        Key("decided_by", Text(), "Who decided."),
        Key("comment", Text(), "What the reviewer says."),
        Key("on", OrNull(_Day()), "When."),
    ),
)

_REMARKS = Record(
    of=Remarks,
    keys=(
        Key("author", Text(), "Who made the plan."),
        Key("version", OrNull(Whole(least=1, most=_LARGEST_VERSION)), "The version of the plan."),
        Key("made_on", OrNull(_Day()), "When the report was made."),
        Key("acceptances", ListOf(shape=_ACCEPTANCE), "Findings that are left as they are."),
        Key("decision", OrNull(_DECISION), "What a reviewer decided."),
    ),
)

_ORIGIN = Record(
    of=Origin,
    keys=(
        Key("plan", _PlanShape(), "The plan file."),
        Key("seed", Whole(least=0, most=LARGEST_SEED), "The seed of the test runs."),
        Key("runs", Whole(least=1, most=MOST_RUNS), "How many test runs."),
        Key("remarks", _REMARKS, "What people add."),
    ),
)


def origin_of(report: Report) -> Origin:
    """Return what a report is made from."""
    summary = report.facts.summary
    return Origin(plan=report.plan, seed=summary.seed, runs=summary.runs, remarks=report.remarks)


def document_from_origin(origin: Origin) -> dict[str, Any]:
    """Return the part of the document that the rest follows from."""
    return _ORIGIN.write(origin)


def document_from_report(report: Report) -> dict[str, Any]:
    """Return the document: its origin, then what follows from that."""
    facts = report.facts
    return {
        "format": FORMAT,
        "model": MODEL,
        "rules": rule_set(),
        **document_from_origin(origin_of(report)),
        "fingerprint": facts.fingerprint,
        "conclusion": report.conclusion,
        "findings": [entry_from_finding(finding) for finding in facts.findings],
        "answers": entries_from_answers(facts.timeline),
        "simulation": document_from_summary(facts.summary, exact=exact_document(facts.expected)),
        "unprotected": document_from_summary(facts.unprotected, exact=exact_document(facts.unprotected_expected)),
        "exploration": document_from_exploration(facts.exploration),
    }


def read_document(data: bytes | str) -> dict[str, object]:
    """Parse a report file; PlanError for anything that is not one document of this format."""
    document = parsed(data, what="a report file", most_bytes=MAX_BYTES)
    if isinstance(document, PlanError):
        raise document
    if not isinstance(document, dict):
        raise PlanError("", f"a report file holds one object, not {described(document)}")
    if document.get("format") != FORMAT:
        raise PlanError("format", f"“{FORMAT}”, the only format that is read here")
    return document


def origin_from_document(document: dict[str, object]) -> Origin:
    """Return what a report says it is made from; PlanError with its path in the document."""
    names = {key.name for key in _ORIGIN.keys}
    return _ORIGIN.read({key: value for key, value in document.items() if key in names})
