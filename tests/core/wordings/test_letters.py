"""What checkpoints are called."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from planner.core.plan import Checkpoint, Plan, Step
from planner.core.wordings.letters import checkpoint_word, letters, letters_for


def test_letters_begin_again_with_a_number() -> None:
    assert list(islice(letters(), 24, 54)) == [
        "y", "z", *(f"{letter}2" for letter in "abcdefghijklmnopqrstuvwxyz"), "a3", "b3",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("ids", "named"),
    [
        (["b", "a", "c7"], ["b", "a", "c7"]),
        (["drafted", "entered", "listed"], ["a", "b", "c"]),
        (["drafted", "b", "a", "listed"], ["c", "b", "a", "d"]),
        (["A", "a", "after-pay"], ["a", "b", "c"]),
        ([], []),
    ],
)
def test_an_id_that_is_a_letter_keeps_it_and_one_that_is_a_word_takes_the_next(
    ids: list[str], named: list[str]
) -> None:
    assert letters_for(ids) == dict(zip(ids, named, strict=True))


def test_the_letters_go_along_the_run_whatever_the_order_in_the_file() -> None:
    plan = Plan(
        title="Run",
        steps=(Step(id="read"), Step(id="pay")),
        checkpoints=(
            Checkpoint(id="paid", after="pay"),
            Checkpoint(id="half-paid", inside="pay"),
            Checkpoint(id="have-read", after="read"),
        ),
    )
    assert [checkpoint_word(plan, one.id) for one in plan.checkpoints] == ["C", "B", "A"]
    lettered = replace(plan, checkpoints=(*plan.checkpoints[:2], Checkpoint(id="a", after="read")))
    assert [checkpoint_word(lettered, one.id) for one in lettered.checkpoints] == ["C", "B", "A"]
