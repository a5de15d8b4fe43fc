"""The rules are those that are promised, each with the severities that it may have."""

from __future__ import annotations

import random

import pytest

from planner.core.check import check_plan, rule_modules
from planner.core.finding import Severity
from tests.core.random_plans import random_plan

FIX, THINK, NOTE = Severity.FIX, Severity.THINK, Severity.NOTE

SEVERITIES = {
    "W101": {FIX},
    "W102": {THINK},
    "W103": {THINK},
    "W104": {FIX},
    "W105": {FIX},
    "W106": {THINK},
    "C200": {FIX},
    "C201": {FIX},
    "C202": {FIX},
    "C203": {FIX},
    "C204": {THINK},
    "C205": {NOTE},
    "C206": {THINK},
    "C207": {THINK},
    "C208": {FIX},
    "C209": {THINK},
    "C210": {FIX},
    "C211": {THINK},
    "R301": {FIX},
    "R302": {FIX},
    "R303": {THINK},
    "R304": {FIX, THINK},
    "R305": {FIX},
    "R306": {FIX, THINK},
    "R307": {NOTE, THINK},
    "R308": {FIX},
    "R309": {THINK},
    "R310": {FIX},
    "S401": {FIX},
    "S402": {FIX, THINK},
    "S403": {FIX},
    "S404": {FIX},
    "S405": {THINK},
    "S406": {NOTE},
    "S407": {NOTE},
    "S408": {FIX},
    "P501": {FIX},
    "P502": {THINK},
    "P503": {NOTE},
}
WITH_A_WITNESS = {"R301", "R302", "R303", "R305", "R306", "R307", "R308", "R310", "C202", "C203", "P501"}
"""Always; R304 only if so many interruptions fit into a run, and C201 only if runs come back to the checkpoint."""
MAY_HAVE_ONE = WITH_A_WITNESS | {"R304", "C201"}
WAITS_FOR_THE_OPTIMISER = {"P503"}
ONCE_A_STEP = {"R301", "R302", "R303", "R304", "R305", "R308"}


def test_every_rule_that_is_promised_has_a_module() -> None:
    codes = {module.RULE.code for module in rule_modules()}
    assert codes <= set(SEVERITIES)
    assert set(SEVERITIES) - codes <= WAITS_FOR_THE_OPTIMISER


def test_a_rule_names_every_severity_that_it_may_have() -> None:
    named = {module.RULE.code: set(module.RULE.severities) for module in rule_modules()}
    assert named == {code: severities for code, severities in SEVERITIES.items() if code in named}


@pytest.mark.parametrize("seed", range(150))
def test_findings_have_the_severities_and_witnesses_of_their_rules(seed: int) -> None:
    for finding in check_plan(random_plan(random.Random(seed)), ignore=["C206", "C209"]):
        assert finding.severity in SEVERITIES[finding.code]
        if finding.code in WITH_A_WITNESS:
            assert finding.witness
        elif finding.code not in MAY_HAVE_ONE:
            assert finding.witness is None


@pytest.mark.parametrize("seed", range(150))
def test_a_step_has_at_most_one_finding_about_its_repeats(seed: int) -> None:
    found = check_plan(random_plan(random.Random(seed)), select=sorted(ONCE_A_STEP))
    steps = [finding.about.step for finding in found]
    assert len(steps) == len(set(steps))
