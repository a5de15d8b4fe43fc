"""Many runs at once: each is itself, whatever else is simulated beside it."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from planner.core.plan import Interruptions, Plan
from planner.core.simulate import CHUNK, Chunk, Simulator
from planner.core.sketch import sketch
from tests.core.random_plans import random_plan

BUSY = """
    read < 20s
    |
    draft ~ 30s
    pay ! x3 10s [derived key, kept 1min]
    |/2
    approve ? 40s
    send ! 20s [intent]
    (|) 2s
    report 10s
    recovery: 3s
    interrupted: restart 1min (down 5s), close 4min (down 1min), limit 2min (down 1s)
    """


def joined(*chunks: Chunk) -> dict[str, Any]:
    """Return what consecutive chunks come to, as one."""
    return {
        "finished": np.concatenate([chunk.finished for chunk in chunks]).tolist(),
        "by run": {
            name: np.concatenate([chunk.by_run[name] for chunk in chunks]).tolist() for name in chunks[0].by_run
        },
        "by step": {
            name: np.sum([chunk.by_step[name] for chunk in chunks], axis=0).tolist() for name in chunks[0].by_step
        },
        "runs with duplicates": np.sum([chunk.runs_with_duplicates for chunk in chunks], axis=0).tolist(),
    }


def plans() -> list[Plan]:
    return [sketch(BUSY), *(random_plan(random.Random(number)) for number in range(30))]


def test_a_result_can_be_split_anywhere_and_joined() -> None:
    for plan in plans():
        simulator = Simulator(plan, seed=7)
        whole = joined(simulator.simulate(range(100)))
        halves = joined(simulator.simulate(range(50)), simulator.simulate(range(50, 100)))
        odd = joined(*(simulator.simulate(runs) for runs in (range(1), range(1, 34), range(34, 100))))
        assert (halves, odd) == (whole, whole)


def test_many_missed_actions_in_one_chunk_are_looked_at_like_few() -> None:
    """Sessions of runs that missed an action are put aside until there are very many."""
    drawing = "draft ~ 5s\npay ! 10s [intent]\nsend ! 10s\nreport 30s\ninterrupted: restart 15s"
    simulator = Simulator(sketch(drawing), seed=5)
    whole = joined(simulator.simulate(range(40_000)))
    assert joined(*(simulator.simulate(range(at, at + 5_000)) for at in range(0, 40_000, 5_000))) == whole
    assert whole["by step"]["missed"][1] > 10_000


def test_run_174_is_run_174_for_ever() -> None:
    simulator = Simulator(sketch(BUSY), seed=1)
    among, alone = simulator.simulate(range(1_000)), simulator.simulate(range(174, 175))
    run_174 = {name: values.tolist() for name, values in alone.by_run.items()}
    assert {name: values[174:175].tolist() for name, values in among.by_run.items()} == run_174
    assert among.by_run["wall"][170:180].tolist() == WALL_OF_170_TO_179_MS
    # the limit strikes at 120 s, in the gate that began at 83; recovery takes 3 and the limit's downtime 1
    assert {name: value for name, (value,) in run_174.items() if value} == {
        "interruptions": 1,
        "lost": 37_000,
        "recovery": 3_000,
        "busy": 195_000,
        "wall": 196_000,
        "reasks": 1,
    }


WALL_OF_170_TO_179_MS = [305_637, 362_811, 196_000, 314_122, 196_000, 614_923, 740_025, 323_522, 309_969, 606_362]


def test_under_one_seed_two_plans_meet_the_same_interruptions() -> None:
    interrupted = "interrupted: restart 1min (down 5s), close 2min (down 7s)"
    bare = Simulator(sketch(f"pay ! 60s\n{interrupted}"), seed=3).simulate(range(500))
    guarded = Simulator(sketch(f"pay ! 60s [record]\n{interrupted}"), seed=3).simulate(range(500))
    in_parts = Simulator(sketch(f"read 20s\ndraft 30s\nreport 10s\n{interrupted}"), seed=3).simulate(range(500))
    for name in ("interruptions", "busy", "wall", "lost"):
        assert bare.by_run[name].tolist() == guarded.by_run[name].tolist() == in_parts.by_run[name].tolist()
    assert bare.by_run["interruptions"].max() > 1


def test_under_one_seed_a_longer_plan_meets_what_a_shorter_one_meets_and_then_more() -> None:
    interrupted = "interrupted: restart 1min"
    short = Simulator(sketch(f"read 30s\n{interrupted}"), seed=3).simulate(range(500)).by_run["interruptions"]
    long = Simulator(sketch(f"read 60s\n{interrupted}"), seed=3).simulate(range(500)).by_run["interruptions"]
    assert bool((short <= long).all())
    assert short.sum() < long.sum()


def test_another_seed_is_another_sample() -> None:
    first, second = (Simulator(sketch(BUSY), seed=seed).simulate(range(100)).by_run["wall"] for seed in (1, 2))
    assert (first == second).mean() < 0.1


def test_chunks_are_consecutive_and_cover_all_runs() -> None:
    simulator = Simulator(sketch(BUSY), seed=1)
    assert list(simulator.chunks(range(CHUNK + 1))) == [range(CHUNK), range(CHUNK, CHUNK + 1)]
    assert list(simulator.chunks(range(5, 9))) == [range(5, 9)]


def test_chunks_are_smaller_where_many_keys_can_expire() -> None:
    simulator = Simulator(sketch("pay ! x50000 1s [key, kept 1h]"), seed=1)
    assert {len(runs) for runs in simulator.chunks(range(800))} == {80}


def test_without_interruptions_every_run_is_ideal_and_counts_nothing() -> None:
    for plan in plans():
        simulator = Simulator(replace(plan, interruptions=Interruptions()), seed=1)
        chunk, ideal_ms = simulator.simulate(range(3)), simulator.timeline.ideal_ms
        everything = {name: values.tolist() for name, values in chunk.by_run.items()}
        ideal = {name: [ideal_ms if name in ("busy", "wall") else 0] * 3 for name in everything}
        assert chunk.finished.tolist() == [True] * 3
        assert everything == ideal


@pytest.mark.parametrize("number", range(100))
def test_time_adds_up_in_every_run(number: int) -> None:
    """MODEL.md section 6: wall = busy + downtimes, busy = L − skipped + lost + recovery for finished runs."""
    plan = random_plan(random.Random(number), interruptions=("exactly", "limit"))
    simulator = Simulator(plan, seed=number)
    chunk, given = simulator.simulate(range(50)), plan.interruptions
    by_run = chunk.by_run
    downtime_ms = given.limit_downtime_ms if given.exactly is None else given.downtime_ms
    ideal_ms = np.where(chunk.finished, simulator.timeline.ideal_ms, 0)
    assert (by_run["wall"] - by_run["busy"]).tolist() == (by_run["interruptions"] * downtime_ms).tolist()
    accounted = ideal_ms - by_run["skipped"] + by_run["lost"] + by_run["recovery"]
    assert by_run["busy"].tolist() == accounted.tolist()
    assert not by_run["skipped"][~chunk.finished].any()
    assert min(int(values.min()) for values in by_run.values()) >= 0
