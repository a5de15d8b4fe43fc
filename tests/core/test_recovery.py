"""Recovery points: held against runs that are cut at every instant at which something happens."""

from __future__ import annotations

import random
from itertools import accumulate

import pytest

from planner.core.machine import Machine
from planner.core.plan import Plan
from planner.core.recovery import recovery_points, save_ends_ms, work_before_ms
from planner.core.run import Chosen, Run, Watcher
from planner.core.sketch import sketch
from planner.core.timeline import Save, Timeline, compile_plan
from tests.core.random_plans import random_plan


class Starts(Watcher):
    """Notes which snapshots the sessions of a run begin from."""

    def __init__(self) -> None:
        self.ops: set[int] = set()

    def begins(self, session: int, start: Save | None) -> None:
        if start is not None and start.usable:
            self.ops.add(start.op)


def starts_of(machine: Machine, cuts_ms: list[int]) -> set[int]:
    starts = Starts()
    Run(machine, Chosen(cuts_ms, 0), starts).result()
    return starts.ops


def ops_of(timeline: Timeline) -> set[int]:
    return {save.op for save in recovery_points(timeline)}


@pytest.mark.parametrize("seed", range(300))
def test_one_cut_at_every_instant_reaches_exactly_the_recovery_points(seed: int) -> None:
    timeline = compile_plan(random_plan(random.Random(seed)))
    instants = {max(ms, 1) for ms in accumulate(timeline.op_ms.tolist())}
    machine = Machine(timeline)
    reached = set().union(*(starts_of(machine, [cut]) for cut in instants))
    assert reached == ops_of(timeline)


@pytest.mark.parametrize("seed", range(100))
def test_no_series_of_cuts_reaches_any_other_place(seed: int) -> None:
    rng = random.Random(seed)
    timeline = compile_plan(random_plan(rng))
    machine = Machine(timeline)
    for _ in range(20):
        cuts = [rng.randint(1, timeline.ideal_ms + 1) for _ in range(4)]
        assert starts_of(machine, cuts) <= ops_of(timeline)


def test_a_save_ends_when_all_before_it_is_done() -> None:
    timeline = compile_plan(sketch("Read 3s\n| 2s\nPay ! 4s\n(|) 1s\nWrite"))
    assert save_ends_ms(timeline) == (5_000, 8_000)


def test_a_save_that_ends_at_once_can_be_loaded_from_the_first_millisecond() -> None:
    assert save_ends_ms(compile_plan(sketch("Pay ! 3s @0\n(|) 0s"))) == (1,)


def test_a_plan_without_saves_has_no_ends() -> None:
    assert save_ends_ms(compile_plan(sketch("Read"))) == ()


def test_work_is_what_the_steps_take_waits_and_saves_apart() -> None:
    timeline = compile_plan(sketch("Read 3s\n| 2s\nPay ! 4s [ask, waits 5min]"))
    assert int(work_before_ms(timeline)[-1]) == 7_000
    assert work_before_ms(compile_plan(Plan(title="Empty"))).tolist() == [0]
