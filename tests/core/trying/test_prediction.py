"""What was expected of a test, beside what came of it."""

import pytest

from planner.core.errors import PlanError
from planner.core.trying.prediction import Prediction, compared_ms, compared_often, often
from planner.core.vocabulary import Often, Sure


@pytest.mark.parametrize(
    ("part", "whole", "how_often"),
    [
        (0, 0, Often.NEVER),
        (0, 127, Often.NEVER),
        (1, 127, Often.FEW),
        (42, 126, Often.FEW),
        (43, 126, Often.HALF),
        (84, 126, Often.HALF),
        (85, 126, Often.MOST),
        (1, 1, Often.MOST),
    ],
)
def test_how_often_is_never_or_up_to_a_third_or_two_or_more(part: int, whole: int, how_often: Often) -> None:
    assert often(part, whole) == how_often


def test_more_often_than_predicted_less_often_and_as_often() -> None:
    compared = [compared_often(Often.FEW, measured) for measured in Often]
    assert compared == [-1, 0, 1, 1]


@pytest.mark.parametrize(
    ("predicted", "measured", "sign"),
    [(0, 0, 0), (0, 1, 1), (60, 0, -1), (100, 125, 0), (100, 126, 1), (125, 100, 0), (126, 100, -1)],
)
def test_two_times_are_about_the_same_up_to_a_quarter_more(predicted: int, measured: int, sign: int) -> None:
    assert compared_ms(predicted, measured) == sign


def test_a_time_that_no_plan_could_have_is_not_predicted() -> None:
    with pytest.raises(PlanError) as refused:
        Prediction(lost_ms=-1, lost_sure=Sure.GUESSING)
    assert refused.value.path == "lost"
