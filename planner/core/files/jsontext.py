"""JSON from strangers: parsed strictly, within a size, or refused with a PlanError."""

from __future__ import annotations

import json
import math

from planner.core.errors import PlanError, require, shown

MAX_DIGITS = 20


def parsed(data: bytes | str, *, what: str, most_bytes: int) -> object:
    """Parse a JSON text in UTF-8; `what` is what an error calls it, such as “a plan file”.

    Only the reader of the document knows the path of a value. So where a value is refused here, its PlanError stands in
    its place, for the reader to raise.
    """
    try:
        return json.loads(
            _decoded(data, what, most_bytes),
            parse_int=_whole_number,
            parse_float=_number,
            parse_constant=_not_a_number,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise PlanError("", f"{what} is JSON; this is not, at {place}: {error.msg}") from None
    except RecursionError:
        raise PlanError("", f"{what} is nested a few levels deep, not hundreds") from None


def _decoded(data: bytes | str, what: str, most_bytes: int) -> str:
    require(len(data) <= most_bytes, "", f"{what} has at most {most_bytes:,} bytes")
    try:
        text = data.decode() if isinstance(data, bytes) else data
        size = len(text.encode())
    except (UnicodeDecodeError, UnicodeEncodeError) as error:
        raise PlanError("", f"{what} is text in UTF-8; this is not, from place {error.start + 1} on") from None
    require(size <= most_bytes, "", f"{what} has at most {most_bytes:,} bytes")
    require(not text.startswith("\ufeff"), "", f"{what} begins with “{{”, not with a byte order mark")
    return text


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
