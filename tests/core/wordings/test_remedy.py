"""The choices that findings about actions offer: made at one click, they mend what was found."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from planner.core.change import AddGuards, Change, PlaceCheckpoint, SetKeySource, StoreQuestion
from planner.core.check import check_plan
from planner.core.finding import Finding
from planner.core.plan import Plan
from planner.core.sketch import sketch
from planner.core.vocabulary import Guard
from planner.core.wordings.remedy import against_repeats, comes_back_to_newest, left_unguarded, twice
from tests.core.random_plans import random_plan
from tests.core.tangled_plans import tangled_plan

REPEATS = ("R301", "R302", "R303", "R304", "R305", "R308")
PLANS = 400

SHAPES = {"any plan": random_plan, "guarded halfway": tangled_plan}
each_shape = pytest.mark.parametrize("shape", SHAPES)


def plans(shape: str) -> list[Plan]:
    """Return random plans whose runs are found again and whose variables can all be stored."""
    drawn = (SHAPES[shape](random.Random(number)) for number in range(PLANS))
    return [replace(plan, identity=replace(plan.identity, source=None), state=()) for plan in drawn]


def still_found(finding: Finding, change: Change, plan: Plan, codes: tuple[str, ...]) -> bool:
    mended = change.apply(plan)
    return any(other.about == finding.about for other in check_plan(mended, select=codes))


@each_shape
def test_guards_that_resolve_the_unclear_case_leave_neither_a_repeat_nor_a_loss(shape: str) -> None:
    tried: Counter[str] = Counter()
    for plan in plans(shape):
        for finding in check_plan(plan, select=(*REPEATS, "R310")):
            for choice in finding.fix:
                if isinstance(choice.change, AddGuards) and {Guard.LOOKUP, Guard.HUMAN_GATE} & {*choice.change.guards}:
                    tried[finding.code] += 1
                    assert not still_found(finding, choice.change, plan, (*REPEATS, "R310"))
    assert set(tried) >= {"R301", "R303", "R304", "R305", "R308", "R310"}


@each_shape
def test_a_stored_key_is_the_same_each_time(shape: str) -> None:
    for plan in plans(shape):
        for finding in check_plan(plan, select=["R305"]):
            (change,) = (choice.change for choice in finding.fix if isinstance(choice.change, SetKeySource))
            assert not still_found(finding, change, plan, ("R301", "R302", "R303", "R305"))


@each_shape
def test_a_stored_question_is_not_asked_again(shape: str) -> None:
    for plan in plans(shape):
        for finding in check_plan(plan, select=["R307"]):
            (change,) = (choice.change for choice in finding.fix if isinstance(choice.change, StoreQuestion))
            assert not still_found(finding, change, plan, ("R307",))


@each_shape
def test_a_checkpoint_behind_a_result_that_varies_keeps_it(shape: str) -> None:
    tried = 0
    for plan in plans(shape):
        for finding in check_plan(plan, select=["R306"]):
            change = finding.fix[0].change
            if isinstance(change, PlaceCheckpoint):
                tried += 1
                assert not still_found(finding, change, plan, ("R306",))
    assert tried > 10


def test_a_key_is_offered_only_where_there_is_none() -> None:
    bare, keyed = (sketch(f"Pay ! {guards}\nFile") for guards in ("", "[new key]"))
    keys = [
        [choice for choice in against_repeats(plan, plan.steps[0]) if _adds_a_key(choice.change)]
        for plan in (bare, keyed)
    ]
    assert [len(offered) for offered in keys] == [1, 0]


def _adds_a_key(change: object) -> bool:
    return isinstance(change, AddGuards) and Guard.IDEMPOTENCY_KEY in change.guards


@pytest.mark.parametrize(
    ("drawing", "why"),
    [
        ("Pay !", "Nothing guards it"),
        ("Pay ! [record]\nchecks: identity", "The resumed run does not look at its guard"),
        ("Pay ! [record]\nidentity: process", "Its guard is lost with the run"),
    ],
)
def test_why_no_guard_holds_a_repeat_off(drawing: str, why: str) -> None:
    plan = sketch(drawing)
    assert left_unguarded(plan, plan.steps[0]) == why


@pytest.mark.parametrize(
    ("consequence", "words"),
    [
        ("", "Pay can happen twice"),
        ("[nuisance]", "Pay can happen twice, which is a nuisance"),
        ("[costly]", "Pay can happen twice, which costs something"),
        ("[irreversible]", "Pay can happen twice, which cannot be undone"),
    ],
)
def test_a_repeat_is_told_with_its_consequence(consequence: str, words: str) -> None:
    assert twice(sketch(f"Pay ! {consequence}").steps[0], "Pay") == words


@pytest.mark.parametrize(
    ("setting", "does"),
    [
        ("loads: -", True),
        ("loads: latest", True),
        ("loads: first", False),
        ("loads: restart", False),
        ("identity: process", False),
    ],
)
def test_whether_a_further_checkpoint_can_serve(setting: str, does: bool) -> None:
    assert comes_back_to_newest(sketch(f"Pay !\n{setting}")) is does
