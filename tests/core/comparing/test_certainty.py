"""Who was sure and wrong: what was said without doubt against what the checks find at the same place."""

from dataclasses import replace

import pytest

from planner.core.check import check_plan
from planner.core.comparing.certainty import never_for_certain, sure_and_wrong
from planner.core.plan import Plan
from planner.core.sketch import sketch
from planner.core.trying.prediction import Prediction
from planner.core.vocabulary import Often, Sure

NEVER = Prediction(step="pay", repeats=Often.NEVER, repeats_sure=Sure.CERTAIN, lost_ms=0, lost_sure=Sure.GUESSING)


def wrong_in(plan: Plan, foreseen: Prediction | None = None) -> frozenset[str]:
    return sure_and_wrong(plan, check_plan(plan, ignore={"R309", "C209"}), foreseen)


@pytest.mark.parametrize(
    ("said", "codes"),
    [("[marked as not repeating]", {"R301"}), ("[marked as repeating]", set()), ("", set())],
)
def test_a_mark_is_sure_and_wrong_if_the_action_can_happen_twice(said: str, codes: set[str]) -> None:
    assert wrong_in(sketch(f"Read\nPay ! {said}\nReport")) == codes


@pytest.mark.parametrize(("answer", "codes"), [("yes", {"C202"}), ("no", set()), ("unsure", set()), ("-", set())])
def test_yes_is_sure_and_wrong_if_the_snapshot_lacks_something(answer: str, codes: set[str]) -> None:
    plan = sketch(f"Read -> rows\n| holds nothing answered {answer} - - - -\nReport <- rows")
    assert wrong_in(plan) == codes


def test_a_prediction_counts_if_it_was_certain_and_about_this_step() -> None:
    plan = sketch("Read\nPay !\nReport")
    assert wrong_in(plan, NEVER) == {"R301"}
    assert wrong_in(plan, replace(NEVER, repeats_sure=Sure.FAIRLY)) == set()
    assert wrong_in(plan, replace(NEVER, repeats=Often.FEW)) == set()
    assert wrong_in(plan, replace(NEVER, step="read")) == set()


def test_certain_never_is_both() -> None:
    assert never_for_certain(NEVER)
    assert not never_for_certain(replace(NEVER, repeats=Often.MOST))
    assert not never_for_certain(replace(NEVER, repeats_sure=Sure.GUESSING))
