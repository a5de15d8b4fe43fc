"""How findings name things."""

from __future__ import annotations

import pytest

from planner.core.plan import Step
from planner.core.sketch import sketch
from planner.core.wordings.wording import (
    checkpoint_name,
    duration,
    joined,
    listed,
    named_steps,
    quoted,
    sentence,
    step_name,
)


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (0, "0 s"),
        (1, "0.001 s"),
        (1_500, "1.5 s"),
        (60_000, "1 min"),
        (90_000, "1 min 30 s"),
        (3_600_000, "1 h"),
        (3_661_000, "1 h 1 min"),
        (216_000_000, "2 d 12 h"),
        (86_401_000, "1 d 1 s"),
        (2_592_000_000, "30 d"),
    ],
)
def test_a_time_is_told_in_its_two_largest_units(milliseconds: int, text: str) -> None:
    assert duration(milliseconds) == text


def test_names_stand_in_quotes_and_on_one_line() -> None:
    assert quoted("Draft\n the  letters ") == "“Draft the letters”"


def test_a_step_without_a_name_is_called_by_its_id() -> None:
    assert step_name(Step(id="s4", name=" ")) == "“s4”"


def test_a_checkpoint_is_called_by_its_step() -> None:
    plan = sketch("Draft\n|\nPay !\n(|)")
    names = [checkpoint_name(plan, checkpoint) for checkpoint in plan.checkpoints]
    assert names == ["the checkpoint after “Draft”", "the checkpoint inside “Pay”"]
    assert sentence(names[0]) == "The checkpoint after “Draft”"


@pytest.mark.parametrize(
    ("names", "text"),
    [([], ""), (["a"], "“a”"), (["a", "b"], "“a” and “b”"), (["a", "b", "c"], "“a”, “b” and “c”")],
)
def test_lists_are_told_in_words(names: list[str], text: str) -> None:
    assert listed(names) == text


def test_the_last_word_of_a_list_can_be_another() -> None:
    assert joined(["this", "that", "those"], "or") == "this, that or those"


def test_of_many_steps_only_the_first_are_named() -> None:
    steps = sketch("A\nB\nC\nD\nE").steps
    assert named_steps(steps[:4]) == "“A”, “B”, “C” and “D”"
    assert named_steps(steps) == "“A”, “B”, “C” and 2 more"
