"""Plan files: `checkpoint-plan/1` read into a Plan or refused with a PlanError, and written without loss."""

from __future__ import annotations

import json
import math

from planner.core.errors import PlanError, require, shown
from planner.core.plan import Plan
from planner.core.planschema import FORMAT, PLAN
from planner.core.shapes import described

MAX_BYTES = 1_048_576
MAX_DIGITS = 20


def read_plan(data: bytes | str) -> Plan:
    """Read a plan file; PlanError, with the path in the file, for anything that is not one plan."""
    return plan_from_document(_parsed(_decoded(data)))


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


def _decoded(data: bytes | str) -> str:
    """Return the text of a plan file of at most 1 MiB in UTF-8."""
    require(len(data) <= MAX_BYTES, "", f"a plan file has at most {MAX_BYTES:,} bytes")
    try:
        text = data.decode() if isinstance(data, bytes) else data
        size = len(text.encode())
    except (UnicodeDecodeError, UnicodeEncodeError) as error:
        raise PlanError("", f"a plan file is text in UTF-8; this is not, from place {error.start + 1} on") from None
    require(size <= MAX_BYTES, "", f"a plan file has at most {MAX_BYTES:,} bytes")
    require(not text.startswith("\ufeff"), "", "a plan file begins with “{”, not with a byte order mark")
    return text


def _parsed(text: str) -> object:
    try:
        return json.loads(
            text,
            parse_int=_whole_number,
            parse_float=_number,
            parse_constant=_not_a_number,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise PlanError("", f"a plan file is JSON; this is not, at {place}: {error.msg}") from None
    except RecursionError:
        raise PlanError("", "a plan file is nested a few levels deep, not hundreds") from None


# Only the reader knows the path of a value, so the parser leaves the error in the place of the value.


def _object(pairs: list[tuple[str, object]]) -> dict[str, object] | PlanError:
    found: dict[str, object] = {}
    for key, one in pairs:
        if key in found:
            return PlanError(shown(key), "the key is there already; each at most once")
        found[key] = one
    return found


def _whole_number(digits: str) -> int | PlanError:
    return int(digits) if len(digits) <= MAX_DIGITS else PlanError("", f"a number of at most {MAX_DIGITS} digits")


def _number(digits: str) -> float | PlanError:
    number = float(digits)
    return number if math.isfinite(number) else PlanError("", "a number that is not so large")


def _not_a_number(word: str) -> PlanError:
    return PlanError("", f"a number, not {word}")
