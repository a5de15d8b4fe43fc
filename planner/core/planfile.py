"""Plan files: `checkpoint-plan/1` read into a Plan or refused with a PlanError, and written without loss."""

from __future__ import annotations

import json

from planner.core.errors import PlanError, require
from planner.core.files.jsontext import parsed
from planner.core.files.planschema import FORMAT, PLAN
from planner.core.files.shapes import described
from planner.core.plan import Plan

MAX_BYTES = 1_048_576


def read_plan(data: bytes | str) -> Plan:
    """Read a plan file; PlanError, with the path in the file, for anything that is not one plan."""
    return plan_from_document(parsed(data, what="a plan file", most_bytes=MAX_BYTES))


def plan_from_document(document: object) -> Plan:
    """Read a parsed plan file; PlanError, with the path in it, for anything that is not one plan."""
    if isinstance(document, PlanError):
        raise document
    if not isinstance(document, dict):
        raise PlanError("", f"a plan file holds one object, not {described(document)}")
    found = document.get("format", "")
    require(found == FORMAT, "format", f"“{FORMAT}”, the only format that is read here")
    return PLAN.read({key: value for key, value in document.items() if key != "format"})


def write_plan(plan: Plan) -> str:
    """Return the plan as the text of a plan file; what equals its default is left out.

    The text is indented unless that would make it longer than a plan file may be.
    """
    document = document_from_plan(plan)
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    fits = len(text.encode()) <= MAX_BYTES
    return text if fits else json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def document_from_plan(plan: Plan) -> dict[str, object]:
    """Return the plan as the document of a plan file; what equals its default is left out."""
    return {"format": FORMAT, **PLAN.write(plan)}
