"""The catalogue holds every rule once, in groups."""

from __future__ import annotations

from planner.core.check import rule_modules
from planner.core.wordings.catalogue import groups, manuals
from planner.core.wordings.manual import manual_of


def test_every_rule_has_its_page_under_its_code() -> None:
    assert dict(manuals()) == {module.RULE.code: manual_of(module) for module in rule_modules()}


def test_each_rule_stands_in_the_group_of_its_letter() -> None:
    assert [group.letter for group in groups()] == ["W", "C", "R", "S", "P"]
    assert [manual for group in groups() for manual in group.manuals] == list(manuals().values())
    assert all(manual.rule.code.startswith(group.letter) for group in groups() for manual in group.manuals)


def test_within_a_group_the_codes_rise() -> None:
    for group in groups():
        codes = [manual.rule.code for manual in group.manuals]
        assert codes == sorted(codes)
