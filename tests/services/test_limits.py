"""What a plan may be at most, told without writing it down."""

import random

import pytest

from planner.core.plan import Plan, Storage
from planner.core.planfile import write_plan
from planner.services.limits import most_bytes
from tests.core.random_plans import random_plan


@pytest.mark.parametrize("seed", range(30))
def test_the_file_of_a_plan_stays_below_what_is_told(seed: int) -> None:
    plan = random_plan(random.Random(seed))
    assert len(write_plan(plan).encode()) <= most_bytes(plan)


@pytest.mark.parametrize(
    "text", ["🙂", '"', "\n", "\\", "é"], ids=["face", "quote", "line feed", "backslash", "accent"]
)
def test_no_letter_takes_more_room_than_is_told(text: str) -> None:
    plan = Plan(title="Letters", goal=text * 20_000, storage=Storage(where=text * 20_000))
    assert len(write_plan(plan).encode()) <= most_bytes(plan)
