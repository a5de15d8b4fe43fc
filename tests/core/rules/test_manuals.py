"""Every rule's manual page: its two examples are run, and it follows the pattern of the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from planner.core.check import RuleModule, check_plan, rule_modules
from planner.core.sketch import sketch
from planner.core.wordings.manual import manual_of
from planner.privacy import private_in

HERE = Path(__file__).parent

each_rule = pytest.mark.parametrize("module", rule_modules(), ids=lambda module: module.RULE.code)


def codes_in(drawing: str, module: RuleModule) -> set[str]:
    return {finding.code for finding in check_plan(sketch(drawing), select=[module.RULE.code], spot=private_in)}


@each_rule
def test_the_flagged_example_is_flagged(module: RuleModule) -> None:
    assert codes_in(manual_of(module).flagged.drawing, module) == {module.RULE.code}


@each_rule
def test_the_accepted_example_is_accepted(module: RuleModule) -> None:
    assert codes_in(manual_of(module).accepted.drawing, module) == set()


@each_rule
def test_the_page_says_what_it_claims_and_why(module: RuleModule) -> None:
    manual = manual_of(module)
    assert manual.claim.endswith(".")
    assert all(paragraph.endswith(".") for paragraph in manual.why)


@each_rule
def test_the_module_is_named_by_code_and_slug_and_has_a_test_file(module: RuleModule) -> None:
    rule = module.RULE
    name = f"{rule.code}_{rule.slug}".lower().replace("-", "_")
    assert module.__name__.rpartition(".")[2] == name
    assert (HERE / f"test_{name}.py").exists()
