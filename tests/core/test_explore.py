"""The explorer finds what every schedule finds, at worst and by the shortest way, and says when it stopped early."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from planner.core.explore import Worst, explore
from planner.core.exploring.event import Event, Mishap
from planner.core.exploring.standing import Standings
from planner.core.machine import Machine
from planner.core.plan import Plan
from planner.core.planfile import plan_from_document
from planner.core.run import Chosen, Run
from planner.core.sketch import sketch
from planner.core.timeline import compile_plan
from tests.core.random_plans import random_plan
from tests.core.slow_explorer import events, every_ms, first_and_last_ms, middle, possible
from tests.core.tiny_plans import tiny_plan

VECTORS = sorted((Path(__file__).parents[1] / "vectors").glob("*.json"))
TINY_PLANS = 250

DUPLICATES, MISSED, REASKS = Mishap.DUPLICATES, Mishap.MISSED, Mishap.REASKS


def keys_expire(plan: Plan) -> bool:
    return Standings(Machine(compile_plan(plan)), longest_ms=1 << 60).keys_expire


each_vector = pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)


@each_vector
def test_what_two_interruptions_can_do_is_what_the_independent_simulation_found(path: Path) -> None:
    document = json.loads(path.read_text())
    plan, given = plan_from_document(document["plan"]), set(document["possible_with_two_interruptions"])
    coarse = possible(compile_plan(plan), interruptions=2, cuts=middle, downtime_ms=0, in_recovery=False)
    assert {str(event) for event in coarse} == given
    found = {str(event) for event in explore(plan, interruptions=2).possible}
    assert found >= given if keys_expire(plan) else found == given


@pytest.mark.parametrize("seed", range(TINY_PLANS))
def test_no_schedule_of_whole_milliseconds_does_more_or_does_it_sooner(seed: int) -> None:
    plan = tiny_plan(random.Random(seed), finite_retention=False)
    brute = possible(compile_plan(plan), interruptions=2, cuts=every_ms, downtime_ms=_downtime_ms(plan))
    assert explore(plan, interruptions=2).possible == brute


@pytest.mark.parametrize("seed", range(TINY_PLANS))
def test_where_keys_run_out_the_first_and_last_ms_of_each_interval_show_the_worst(seed: int) -> None:
    plan = tiny_plan(random.Random(seed))
    timeline, downtime_ms = compile_plan(plan), _downtime_ms(plan)
    brute = possible(timeline, interruptions=2, cuts=every_ms, downtime_ms=downtime_ms)
    found = explore(timeline, interruptions=2).possible
    assert {event: worst.count for event, worst in found.items()} == {
        event: worst.count for event, worst in brute.items()
    }
    assert [len(found[event].witness) for event in brute] == [len(brute[event].witness) for event in brute]
    if keys_expire(plan):
        ends = possible(timeline, interruptions=2, cuts=first_and_last_ms, downtime_ms=downtime_ms)
        assert found == ends


def _downtime_ms(plan: Plan) -> int:
    return plan.interruptions.longest_downtime_ms


@pytest.mark.parametrize("seed", range(100))
def test_a_witness_played_makes_the_thing_happen_and_no_shorter_exploration_knows_it(seed: int) -> None:
    plan = random_plan(random.Random(seed), max_steps=8, max_items=4)
    machine = Machine(compile_plan(plan))
    deeper, shallower = (explore(plan, interruptions=most) for most in (3, 2))
    for event, worst in deeper.possible.items():
        result = Run(machine, Chosen(worst.witness, _downtime_ms(plan))).result()
        assert event in dict(events(machine, result))
        assert (event in shallower.possible) == (len(worst.witness) <= 2)


def test_an_unguarded_action_is_repeated_as_often_as_the_run_is_cut_behind_it() -> None:
    found = explore(sketch("Read < 10s\nPay ! 10s\nReport 10s"), interruptions=3)
    assert found.possible == {Event(DUPLICATES, "pay"): Worst(3, (15_000,))}
    assert found.exhausted


def test_a_checkpoint_right_after_does_not_help_in_the_window_before_its_save_ends() -> None:
    found = explore(sketch("Read < 10s\nPay ! 10s\n| 5s\nReport 10s"), interruptions=2)
    assert found.possible == {Event(DUPLICATES, "pay"): Worst(2, (15_000,))}


def test_a_record_before_and_after_with_a_look_up_leaves_nothing() -> None:
    assert explore(sketch("Read < 10s\nPay ! 10s [record, intent, lookup]"), interruptions=3).possible == {}


def test_a_record_only_before_loses_the_action() -> None:
    found = explore(sketch("Pay ! 10s [intent]\nReport"), interruptions=2)
    assert found.possible == {Event(MISSED, "pay"): Worst(1, (1,))}


def test_the_first_millisecond_of_a_session_is_the_earliest_that_anything_strikes() -> None:
    found = explore(sketch("Approve ? 10s\nReport"), interruptions=1)
    assert found.possible == {Event(REASKS, "approve"): Worst(1, (1,))}


def test_a_key_runs_out_in_the_last_millisecond_before_the_save_ends() -> None:
    plan = sketch("Pay ! 10s @0 [key, kept 10s]\n| 5s\nReport\nrecovery: 0s")
    assert explore(plan, interruptions=1).possible == {Event(DUPLICATES, "pay"): Worst(1, (14_999,))}


def test_a_key_that_outlasts_one_interruption_can_run_out_over_two() -> None:
    plan = sketch("Pay ! 10s @0 [key, kept 20s]\n| 5s\nReport\nrecovery: 0s")
    assert explore(plan, interruptions=1).possible == {}
    assert explore(plan, interruptions=2).possible == {Event(DUPLICATES, "pay"): Worst(1, (9_999, 14_999))}


def test_half_a_batch_can_repeat_in_one_session() -> None:
    found = explore(sketch("Send ! x4 10s\nReport"), interruptions=2)
    assert found.possible == {Event(DUPLICATES, "send"): Worst(8, (5_000,))}
    assert found.at_once == {Event(DUPLICATES, "send"): Worst(4, (15_000,))}


def test_a_run_that_loads_a_broken_snapshot_ends_there() -> None:
    plan = sketch("Read < 10s\n| 5s holds nothing\nReport\nloads: latest")
    assert explore(plan, interruptions=2).possible == {Event(Mishap.UNFINISHED): Worst(1, (15_000,))}


def test_schedules_are_counted_as_paths_with_the_empty_one() -> None:
    plan = sketch("Read < 10s\nReport 10s\nrecovery: 0s")
    # Reading has two halves, around the place where a checkpoint inside it would stand, and so has reporting.
    assert [explore(plan, interruptions=most).schedules for most in range(4)] == [1, 5, 21, 85]


def test_an_exploration_that_stops_early_says_so_and_still_tells_what_it_found() -> None:
    plan = sketch("Pay ! 10s\n" * 8)
    whole, part = explore(plan, interruptions=3), explore(plan, interruptions=3, most_moments=200)
    assert (whole.exhausted, part.exhausted) == (True, False)
    assert part.possible.keys() <= whole.possible.keys()
    assert all(worst.count <= whole.possible[event].count for event, worst in part.possible.items())
    assert 0 < part.schedules < whole.schedules


def test_a_long_plan_ends_at_the_limit() -> None:
    found = explore(sketch("Send ! x400 1s [key, kept 1h]\n|/3\nReport"), interruptions=3, most_moments=100_000)
    assert not found.exhausted
    assert found.at_once == {}


@pytest.mark.parametrize("mishap", [Mishap.INCONSISTENT, Mishap.UNFINISHED])
def test_what_concerns_the_run_has_no_step_in_its_name(mishap: Mishap) -> None:
    assert str(Event(mishap)) == mishap.value
    assert str(Event(Mishap.MISSED, "pay")) == "missed.pay"


def test_events_come_in_plan_order_and_the_run_as_a_whole_comes_last() -> None:
    plan = sketch("Approve ? 10s\nPay ! 10s\n(|)\nReport 10s")
    names = [str(event) for event in explore(replace(plan, title="Order"), interruptions=1).possible]
    assert names == ["reasks.approve", "duplicates.pay", "inconsistent"]


def test_what_is_spent_is_told_after_each_session() -> None:
    told: list[int] = []
    explore(sketch("Read < 10s\nPay ! 10s"), interruptions=1, most_moments=1_000, tell=told.append)
    assert told == sorted(set(told))
    assert 0 < told[0] < told[-1] < 1_000
