"""How often to save: the figures of the literature, and that the best is the best."""

from __future__ import annotations

import pytest

from planner.core.closedform.intervals import best_chunks, best_period, daly_period, expected_wall, young_period

HOURS = (1_440.0, 360.0, 15.0)
"""Mean times between interruptions, in minutes; a save takes 5."""


def test_young_and_daly_as_printed() -> None:
    assert [round(young_period(5, mean=mean), 2) for mean in HOURS] == [120.0, 60.0, 12.25]
    assert [round(daly_period(5, mean=mean), 2) for mean in HOURS] == [116.69, 56.71, 9.14]


def test_the_exact_period_as_printed() -> None:
    assert [round(best_period(5, mean=mean), 4) for mean in HOURS] == [116.6901, 56.7140, 9.1665]


@pytest.mark.parametrize("save", [1e-6, 0.01, 1.0, 5.0, 30.0, 200.0])
@pytest.mark.parametrize("mean", HOURS)
def test_no_other_period_is_better(save: float, mean: float) -> None:
    def cost(period: float) -> float:
        return expected_wall(period + save, mean=mean, recovery=10) / period

    best = best_period(save, mean=mean)
    assert cost(best) < min(cost(best * 1.001), cost(best * 0.999))


def test_daly_gives_up_where_a_save_is_longer_than_two_interruptions() -> None:
    assert daly_period(30, mean=15) == 15


@pytest.mark.parametrize(
    ("work", "save", "mean", "recovery", "downtime", "ideal", "best", "wall"),
    [(100, 1, 100, 1, 0, 7.4165, 7, 116.772871), (1_000, 5, 500, 10, 1, 14.8330, 15, 1_181.566621)],
)
def test_chunks_as_printed(
    work: float, save: float, mean: float, recovery: float, downtime: float, ideal: float, best: int, wall: float
) -> None:
    assert round(work / best_period(save, mean=mean), 4) == ideal
    assert best_chunks(work, save, mean=mean) == best
    chunk = expected_wall(work / best + save, mean=mean, recovery=recovery, downtime=downtime)
    assert round(best * chunk, 6) == wall


@pytest.mark.parametrize(("work", "save", "mean"), [(100, 1, 100), (37, 2, 11), (5, 4, 50), (1, 0.001, 3)])
def test_no_other_number_of_chunks_is_better(work: float, save: float, mean: float) -> None:
    walls = {n: n * expected_wall(work / n + save, mean=mean) for n in range(1, 200)}
    assert best_chunks(work, save, mean=mean) == min(walls, key=walls.__getitem__)


def test_a_save_that_outlasts_everything_is_made_once() -> None:
    assert best_chunks(9, 1e6, mean=9) == 1
