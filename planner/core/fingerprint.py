"""A short name for what a set of numbers follows from: the plan, the seed, the runs, the model and the rules."""

from __future__ import annotations

import hashlib
import json

from planner.core.check import rule_modules
from planner.core.plan import Plan
from planner.core.planfile import document_from_plan

FORMAT = "checkpoint-fingerprint/1"
MODEL = "1"
"""Raised when a run of the same plan under the same seed would come to other numbers."""
RULES = "1"
"""Raised when a rule finds something else in the same plan; a new rule is counted by `rule_set` itself."""
_GROUPS, _GROUP = 4, 4


def rule_set() -> str:
    """Return which rules a plan is checked with: their version and, behind the dot, how many there are."""
    return f"{RULES}.{len(rule_modules())}"


def fingerprint(plan: Plan, *, seed: int, runs: int) -> str:
    """Return 64 hexadecimal digits that any change of the plan, the seed, the runs, the model or the rules changes.

    It is the SHA-256 of one JSON document in a canonical form: the keys in order, no space, UTF-8. The plan is in it
    as its plan file is written, so two files that mean the same plan have the same fingerprint.
    """
    document = {
        "format": FORMAT,
        "model": MODEL,
        "plan": document_from_plan(plan),
        "rules": rule_set(),
        "runs": runs,
        "seed": seed,
    }
    return hashlib.sha256(_canonical(document)).hexdigest()


def in_groups(digits: str) -> str:
    """Return the beginning of a fingerprint as people compare it: 7f3c 19a2 04de 51b8."""
    return " ".join(digits[at : at + _GROUP] for at in range(0, _GROUPS * _GROUP, _GROUP))


def _canonical(document: object) -> bytes:
    return json.dumps(document, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
