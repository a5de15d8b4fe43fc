"""Whether a report follows from its own plan, seed and remarks: all of it is computed again and compared."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from planner.core.errors import PlanError, shown
from planner.core.files.reportfile import document_from_report, origin_from_document
from planner.core.fingerprint import MODEL, rule_set
from planner.core.report import report_of
from planner.core.reporting.facts import facts_of
from planner.core.rule import Spotter, spots_nothing

_CLOSE = 1e-9
"""Sums of squares are rounded, and another processor may round them otherwise."""
_MISSING = object()


@dataclass(frozen=True, slots=True)
class Difference:
    """A place of a report file where something else stands than follows; both as JSON, shortened, or “nothing”."""

    path: str
    stands: str
    follows: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What came of it. `other_edition` says which model and rules the report was made with, if not with these.

    Then its numbers cannot be judged here, and there are no differences.
    """

    differences: tuple[Difference, ...] = ()
    other_edition: str = ""

    @property
    def follows(self) -> bool:
        """Whether everything in the report follows from what it is made from."""
        return not self.differences and not self.other_edition


def verify(document: dict[str, object], *, spot: Spotter = spots_nothing) -> Verification:
    """Compute a report again from its own origin; PlanError if it does not say what it is made from.

    `spot` is the one that the report was made with.
    """
    origin = origin_from_document(document)
    made_with = (document.get("model"), document.get("rules"))
    if made_with != (MODEL, rule_set()):
        return Verification(other_edition=_edition(*made_with))
    facts = facts_of(origin.plan, runs=origin.runs, seed=origin.seed, spot=spot)
    again = document_from_report(report_of(facts, origin.remarks))
    return Verification(differences=tuple(_differences(document, json.loads(json.dumps(again)), "")))


def _edition(model: object, rules: object) -> str:
    return f"model {shown(str(model))}, rule set {shown(str(rules))}"


def _differences(stands: Any, follows: Any, path: str) -> Iterator[Difference]:
    if isinstance(stands, dict) and isinstance(follows, dict):
        for key in {**follows, **stands}:
            place = f"{path}.{shown(key)}" if path else shown(key)
            yield from _differences(stands.get(key, _MISSING), follows.get(key, _MISSING), place)
    elif isinstance(stands, list) and isinstance(follows, list):
        for at, (one, other) in enumerate(zip_longest(stands, follows, fillvalue=_MISSING)):
            yield from _differences(one, other, f"{path}[{at}]")
    elif not _is_same(stands, follows):
        yield Difference(path, _as_json(stands), _as_json(follows))


def _is_same(stands: Any, follows: Any) -> bool:
    """Compare two values that are not both objects or both lists; true is not 1, and 1.0 is."""
    kinds = {type(stands), type(follows)}
    if float in kinds and kinds <= {int, float}:
        return math.isclose(stands, follows, rel_tol=_CLOSE, abs_tol=_CLOSE)
    return len(kinds) == 1 and bool(stands == follows)


def _as_json(value: Any) -> str:
    if value is _MISSING:
        return "nothing"
    if isinstance(value, PlanError):
        return value.problem
    if isinstance(value, dict | list):
        return "more than one value"
    return shown(json.dumps(value, ensure_ascii=False))
