"""What many runs come to: means, standard errors and percentiles, against numpy and against closed forms."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import numpy as np
import pytest

from planner.core.plan import Interruptions, Plan
from planner.core.simulate import CHUNK, TIMES, Simulator
from planner.core.sketch import sketch
from planner.core.summary import QUANTITIES, Spectrum, StepSummary, summarise
from tests.core.random_plans import random_plan

PLAN = sketch("""
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
    interrupted: restart 1min (down 5s), close 4min (down 1min), limit 3min (down 1s)
    """)


def spectrum_of(values: list[int]) -> Spectrum:
    spectrum = Spectrum()
    spectrum.add(np.array(values, np.int64))
    return spectrum


@pytest.mark.parametrize("scale_ms", [1, 1_000, 60_000, 10**9, 10**13])
def test_percentiles_are_within_a_thousandth_of_those_that_numpy_finds(scale_ms: int) -> None:
    values = np.random.default_rng(scale_ms).exponential(scale_ms, 10_000).astype(np.int64)
    spectrum = spectrum_of(values.tolist())
    for percent in (1, 50, 90, 99, 100):
        exact = int(np.percentile(values, percent, method="inverted_cdf"))
        assert abs(spectrum.percentile(percent) - exact) <= exact / 1_000


def test_percentiles_of_small_numbers_are_exact() -> None:
    values = list(range(2_048))
    assert [spectrum_of(values).percentile(percent) for percent in (50, 90, 99)] == [1_023, 1_843, 2_027]
    assert [spectrum_of([7]).percentile(percent) for percent in (50, 90, 99)] == [7, 7, 7]


def test_a_percentile_is_the_smallest_value_with_so_many_at_or_below_it() -> None:
    assert [spectrum_of([1, 2, 3, 4]).percentile(percent) for percent in (25, 26, 50, 75, 76, 100)] == [
        1,
        2,
        2,
        3,
        4,
        4,
    ]
    assert spectrum_of([0] * 99 + [5]).percentile(99) == 0


def test_it_does_not_matter_in_which_parts_values_are_counted() -> None:
    values = np.random.default_rng(1).exponential(10**6, 1_000).astype(np.int64).tolist()
    parts = Spectrum()
    for part in (values[700:], values[:700]):
        parts.add(np.array(part, np.int64))
    whole = spectrum_of(values)
    assert [parts.percentile(percent) for percent in range(101)] == [
        whole.percentile(percent) for percent in range(101)
    ]


def test_means_and_standard_errors_are_those_that_numpy_finds() -> None:
    runs = 20_000
    summary = summarise(PLAN, runs=runs, seed=4)
    by_run = Simulator(PLAN, seed=4).simulate(range(runs)).by_run
    seconds = {name: values / (1_000 if name in TIMES else 1) for name, values in by_run.items()}
    errors = {name: values.std(ddof=1) / math.sqrt(runs) for name, values in seconds.items()}
    assert summary.mean == pytest.approx({name: values.mean() for name, values in seconds.items()}, rel=1e-12)
    assert summary.standard_error == pytest.approx(errors, rel=1e-9)
    assert tuple(summary.mean) == tuple(summary.standard_error) == QUANTITIES


def test_percentiles_are_given_in_seconds() -> None:
    summary = summarise(PLAN, runs=20_000, seed=4)
    by_run = Simulator(PLAN, seed=4).simulate(range(20_000)).by_run
    exact = {
        name: {percent: np.percentile(by_run[name], percent, method="inverted_cdf") / 1_000 for percent in (50, 90, 99)}
        for name in ("lost", "wall")
    }
    assert list(summary.percentile) == list(exact)
    for name, percentiles in summary.percentile.items():
        assert percentiles == pytest.approx(exact[name], rel=1e-3)


def test_shares_and_counts_of_steps_are_means_over_the_runs() -> None:
    runs = 10_000
    summary, chunk = summarise(PLAN, runs=runs, seed=4), Simulator(PLAN, seed=4).simulate(range(runs))
    assert summary.finished == chunk.finished.mean()
    assert summary.interrupted == (chunk.by_run["interruptions"] > 0).mean()
    at = PLAN.index_of("pay")
    assert summary.by_step["pay"] == StepSummary(
        **{name: chunk.by_step[name][at] / runs for name in chunk.by_step},
        runs_with_duplicates=chunk.runs_with_duplicates[at] / runs,
    )
    assert list(summary.by_step) == [step.id for step in PLAN.steps]


def test_the_counts_of_the_steps_add_up_to_those_of_the_run() -> None:
    summary = summarise(PLAN, runs=10_000, seed=4)
    for name in ("duplicates", "harmless", "missed", "reasks", "divergences"):
        over_steps = math.fsum(getattr(step, name) for step in summary.by_step.values())
        assert over_steps == pytest.approx(summary.mean[name], rel=1e-12)
        assert summary.mean[name] > 0


def test_workers_change_nothing() -> None:
    several_chunks = 2 * CHUNK + 5
    assert summarise(PLAN, runs=several_chunks, seed=4, workers=2) == summarise(PLAN, runs=several_chunks, seed=4)


def test_who_waits_is_told_how_many_runs_are_done() -> None:
    done: list[int] = []
    summarise(PLAN, runs=CHUNK + 5, seed=4, tell=done.append)
    assert done == [CHUNK, CHUNK + 5]


def test_a_single_run_has_no_standard_error() -> None:
    summary = summarise(PLAN, runs=1, seed=4)
    assert summary.standard_error == dict.fromkeys(QUANTITIES, 0.0)


def test_a_plan_without_steps_can_be_simulated() -> None:
    summary = summarise(Plan(title="Nothing"), runs=10, seed=1)
    assert (summary.finished, summary.interrupted, summary.ideal_seconds, summary.by_step) == (1, 0, 0, {})
    assert summary.mean == dict.fromkeys(QUANTITIES, 0.0)


@pytest.mark.parametrize("number", range(20))
def test_mean_times_add_up(number: int) -> None:
    """MODEL.md section 6: busy = L − skipped + lost + recovery, where every run finishes."""
    plan = random_plan(random.Random(number), interruptions=("restart", "close", "exactly"))
    summary = summarise(replace(plan, resume=replace(plan.resume, loads=None)), runs=2_000, seed=number)
    mean = summary.mean
    accounted = summary.ideal_seconds * summary.finished - mean["skipped"] + mean["lost"] + mean["recovery"]
    assert mean["busy"] == pytest.approx(accounted, rel=1e-9)


# Closed forms of MODEL.md section 7: λ = 0.1 a second, recovery 2 s, downtime 0.5 s.
RATE, RECOVERY, DOWNTIME = 0.1, 2.0, 0.5
RUNS = 400_000
POISSON = "recovery: 2s\ninterrupted: restart 10s (down 0.5s)"


def segments(*lengths: float) -> dict[str, float]:
    """Return the expected values of a chain of segments, each with its save."""
    expected = {
        "interruptions": [math.exp(RATE * RECOVERY) * math.expm1(RATE * a) for a in lengths],
        "lost": [math.expm1(RATE * a) / RATE - a for a in lengths],
        "wall": [math.exp(RATE * RECOVERY) * math.expm1(RATE * a) * (1 / RATE + DOWNTIME) for a in lengths],
    }
    return {name: math.fsum(values) for name, values in expected.items()}


def apart(drawing: str, expected: dict[str, float]) -> dict[str, float]:
    """Return the means that lie more than four standard errors from what is expected."""
    summary = summarise(sketch(f"{drawing}\n{POISSON}"), runs=RUNS, seed=11)
    return {
        name: summary.mean[name]
        for name, value in expected.items()
        if abs(summary.mean[name] - value) > 4 * summary.standard_error[name]
    }


def test_one_segment_has_the_printed_values() -> None:
    expected = segments(11)
    assert (expected["wall"], expected["interruptions"]) == pytest.approx((25.7028860493, 2.4478939095), abs=1e-10)
    assert apart("draft 11s", expected) == {}


def test_segments_add_up() -> None:
    assert apart("read 4s\n| 1s\ndraft 6s\n| 2s\nreport 3s", segments(5, 8, 3)) == {}


def test_several_sources_add_their_rates() -> None:
    plan = sketch("draft 11s\nrecovery: 2s\ninterrupted: restart 20s (down 0.5s), close 20s (down 0.5s)")
    summary = summarise(plan, runs=RUNS, seed=11)
    assert summary.mean["wall"] == pytest.approx(segments(11)["wall"], abs=4 * summary.standard_error["wall"])


def test_an_unguarded_effect_repeats_a_geometric_number_of_times() -> None:
    # the effect at 5, and 6 more seconds to the end of the save
    assert apart("pay ! 10s\n| 1s\nreport 5s", {"duplicates": math.expm1(RATE * 6)}) == {}


def test_with_an_action_record_the_window_ends_when_the_action_is_done() -> None:
    assert apart("pay ! 10s @0.8 [record]\n| 1s\nreport 5s", {"duplicates": math.expm1(RATE * 2)}) == {}


def test_an_intent_record_alone_misses_what_is_interrupted_before_its_effect() -> None:
    assert apart("pay ! 10s @0.3 [intent]\n| 1s\nreport 5s", {"missed": 1 - math.exp(-RATE * 3)}) == {}


def test_the_number_of_interruptions_is_distributed_as_the_formula_says() -> None:
    by_run = Simulator(sketch(f"draft 11s\n{POISSON}"), seed=5).simulate(range(RUNS)).by_run["interruptions"]
    first, later = math.exp(-RATE * 11), math.exp(-RATE * (RECOVERY + 11))
    expected = [first, *((1 - first) * (1 - later) ** (m - 1) * later for m in range(1, 12))]
    counted = np.bincount(by_run, minlength=12)[:12]
    errors = [math.sqrt(RUNS * share * (1 - share)) for share in expected]
    assert [m for m in range(12) if abs(counted[m] - RUNS * expected[m]) > 4 * errors[m]] == []


@pytest.mark.parametrize("number", range(10))
def test_no_interruption_loses_nothing_and_counts_nothing(number: int) -> None:
    plan = replace(random_plan(random.Random(number)), interruptions=Interruptions())
    summary = summarise(plan, runs=10, seed=1)
    nothing = dict.fromkeys(QUANTITIES, 0.0)
    assert summary.mean == nothing | {"busy": summary.ideal_seconds, "wall": summary.ideal_seconds}
