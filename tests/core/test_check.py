"""The check: which rules run, and in which order their findings stand."""

from __future__ import annotations

import random

import pytest

from planner.core.check import check_plan, rule_modules
from planner.core.finding import THE_PLAN, Place
from planner.core.plan import Plan
from planner.core.sketch import sketch
from planner.core.timeline import compile_plan
from planner.core.vocabulary import Question
from planner.core.wordings.words import QUESTIONS
from tests.core.random_plans import random_plan
from tests.core.rules.playing import outcome

CROWDED = """
    Draft !?
    | holds nothing
    Send the letters <- draft
    | holds draft
    (|)
    identity: -
    checks: nothing
"""


def test_findings_stand_in_plan_order_then_by_code() -> None:
    found = check_plan(sketch(CROWDED), select=["W103", "W102", "C200", "C201", "C205", "C210", "S401", "S407"])
    assert [(finding.code, finding.about) for finding in found] == [
        ("S401", THE_PLAN),
        ("S407", THE_PLAN),
        ("W103", Place(step="draft")),
        ("C210", Place(checkpoint="after-draft")),
        ("W102", Place(step="send-the-letters")),
        ("C201", Place(checkpoint="in-send-the-letters")),
        ("C210", Place(checkpoint="in-send-the-letters")),
        ("C205", Place(checkpoint="after-send-the-letters")),
        ("C210", Place(checkpoint="after-send-the-letters")),
    ]


def test_checkpoints_on_one_side_of_a_step_stand_in_the_order_of_the_file() -> None:
    found = check_plan(sketch("Draft\n|\n|\n(|)\nSend !"), select=["C210"])
    assert [finding.about.checkpoint for finding in found] == ["in-draft", "after-draft", "after-draft-2"]


def test_only_what_is_selected_and_not_ignored_runs() -> None:
    plan = sketch(CROWDED)
    assert {finding.code for finding in check_plan(plan, select=["S401", "W103"])} == {"S401", "W103"}
    assert {finding.code for finding in check_plan(plan, select=["S401", "W103"], ignore=["W103"])} == {"S401"}
    everything = {finding.code for finding in check_plan(plan)}
    assert {finding.code for finding in check_plan(plan, ignore=["S401"])} == everything - {"S401"}


def test_a_timeline_that_is_there_already_is_used() -> None:
    plan = sketch(CROWDED)
    assert check_plan(plan, timeline=compile_plan(plan)) == check_plan(plan)


def test_codes_and_slugs_stand_for_one_rule_each() -> None:
    rules = [module.RULE for module in rule_modules()]
    assert [rule.code for rule in rules] == sorted({rule.code for rule in rules})
    assert len({rule.slug for rule in rules}) == len(rules)


@pytest.mark.parametrize("seed", range(60))
def test_findings_of_any_plan_read_well_and_their_changes_apply(seed: int) -> None:
    plan = random_plan(random.Random(seed), interruptions=("restart", "close"))
    for finding in check_plan(plan):
        texts = [finding.problem, finding.why, *(choice.text for choice in finding.fix)]
        assert all(text.endswith((".", "?")) for text in texts), texts
        own = " ".join(texts).replace(QUESTIONS[Question.REPEATABLE], "the question")
        assert not any(flaw in own for flaw in ("!", "  ", "None", "safe", "“”")), texts
        changes = [choice.change for choice in finding.fix if choice.change is not None]
        assert all(isinstance(change.apply(plan), Plan) for change in changes)


@pytest.mark.parametrize("seed", range(100))
def test_the_witness_of_a_checkpoint_inside_a_step_makes_an_inconsistent_resume(seed: int) -> None:
    plan = random_plan(random.Random(seed))
    for finding in check_plan(plan, select=["C201"]):
        if finding.witness is not None:
            assert outcome(plan, finding.witness).tally.inconsistent > 0


@pytest.mark.parametrize("seed", range(100))
def test_a_plan_of_which_c201_shows_no_run_has_no_inconsistent_resume(seed: int) -> None:
    rng = random.Random(seed)
    plan = random_plan(rng)
    if all(finding.witness is None for finding in check_plan(plan, select=["C201"])):
        for _ in range(20):
            cuts = tuple(rng.randint(1, compile_plan(plan).ideal_ms + 1) for _ in range(3))
            assert outcome(plan, cuts).tally.inconsistent == 0
