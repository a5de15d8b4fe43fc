"""What strikes a run: Philox by counter, exponential times, and nothing that depends on the plan."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from planner.core.plan import Interruptions
from planner.core.strikes import NEVER, Strikes, exact_cut, exponential_ms, uniforms

RESTART, CLOSE, EXACTLY = range(3)
STREAMS_IN_A_SESSION = 4
WORD = 1 << 64

Counter = tuple[int, int, int, int]
Key = tuple[int, int]


def philox(counter: Counter, key: Key) -> list[int]:
    """Return the four words of Philox-4x64-10 (Salmon, Moraes, Dror and Shaw, 2011)."""
    a, b, c, d = counter
    left, right = key
    for _ in range(10):
        high_a, low_a = divmod(0xD2E7470EE14C6C93 * a, WORD)
        high_c, low_c = divmod(0xCA5A826395121157 * c, WORD)
        a, b, c, d = high_c ^ b ^ left, low_c, high_a ^ d ^ right, low_a
        left, right = (left + 0x9E3779B97F4A7C15) % WORD, (right + 0xBB67AE8584CAA73B) % WORD
    return [a, b, c, d]


def reference(seed: int, session: int, source: int, run: int) -> float:
    """Return the uniform number of a run: the upper 53 bits of one word of the block that holds four runs."""
    block = philox((run // 4 + 1, 0, 0, 0), (seed, session * STREAMS_IN_A_SESSION + source))
    return (block[run % 4] >> 11) / 2**53


def test_the_reference_is_the_published_algorithm() -> None:
    """The known answers are those that its authors publish with it."""
    pi = (0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89)
    answers = {
        "nought": philox((0, 0, 0, 0), (0, 0)),
        "all ones": philox((WORD - 1,) * 4, (WORD - 1,) * 2),
        "pi": philox(pi, (0x452821E638D01377, 0xBE5466CF34E90C6C)),
    }
    assert answers == {
        "nought": [0x16554D9ECA36314C, 0xDB20FE9D672D0FDC, 0xD7E772CEE186176B, 0x7E68B68AEC7BA23B],
        "all ones": [0x87B092C3013FE90B, 0x438C3C67BE8D0224, 0x9CC7D7C69CD777B6, 0xA09CAEBF594F0BA0],
        "pi": [0xA528F45403E61D95, 0x38C72DBD566E9788, 0xA5A1610E72FD18B5, 0x57BD43B5E52B7FE6],
    }


@pytest.mark.parametrize("seed", [0, 1, 4105, WORD - 1])
@pytest.mark.parametrize(("session", "source"), [(0, RESTART), (1, CLOSE), (999, EXACTLY)])
def test_each_run_has_its_own_word_of_the_stream_of_its_session_and_source(
    seed: int, session: int, source: int
) -> None:
    for runs in (range(9), range(174, 175), range(9_999_997, 10_000_003)):
        assert uniforms(seed, session, source, runs).tolist() == [reference(seed, session, source, run) for run in runs]


@pytest.mark.parametrize("picked", [[0], [7], [3, 4, 5, 2_999], [1_023, 1_024, 2_500]])
def test_a_few_runs_far_apart_have_the_same_numbers_as_among_all(picked: list[int]) -> None:
    for runs in (range(3_000), range(1_001, 4_001)):
        among = uniforms(1, 2, CLOSE, runs)[picked]
        assert uniforms(1, 2, CLOSE, runs, np.array(picked)).tolist() == among.tolist()


def test_numbers_of_different_runs_sessions_sources_and_seeds_differ() -> None:
    streams = itertools.product((0, 1, 2), range(5), (RESTART, CLOSE, EXACTLY))
    numbers = [number for stream in streams for number in uniforms(*stream, range(100)).tolist()]
    assert len(set(numbers)) == 3 * 5 * 3 * 100


def test_exponential_times_are_inverse_transforms_rounded_half_up_and_at_least_one_millisecond() -> None:
    uniform = np.array([0.0, 0.5, 1 - math.exp(-2.5), 1 - 2.0**-53])
    assert exponential_ms(uniform, 1_000).tolist() == [1, 693, 2_500, 36_737]


def test_exponential_times_have_their_mean_and_their_spread() -> None:
    times = exponential_ms(uniforms(1, 0, RESTART, range(400_000)), 60_000)
    assert times.mean() == pytest.approx(60_000, abs=4 * 60_000 / math.sqrt(400_000))
    assert times.std() == pytest.approx(60_000, rel=0.01)
    assert np.mean(times > 60_000) == pytest.approx(math.exp(-1), abs=4 * 0.5 / math.sqrt(400_000))


def test_restarts_and_closings_of_one_session_do_not_hang_together() -> None:
    restarts, closings = (uniforms(1, 0, source, range(100_000)) for source in (RESTART, CLOSE))
    assert abs(np.corrcoef(restarts, closings)[0, 1]) < 4 / math.sqrt(100_000)


def test_successive_sessions_of_one_run_do_not_hang_together() -> None:
    first, second = (uniforms(1, session, RESTART, range(100_000)) for session in (0, 1))
    assert abs(np.corrcoef(first, second)[0, 1]) < 4 / math.sqrt(100_000)


def cuts(given: Interruptions, runs: range = range(2_000), session: int = 0) -> tuple[list[int], list[int]]:
    """Return when each run is cut in a session, and the downtime then."""
    cut, downtime = Strikes(given, 1).cuts(session, runs)
    return cut.tolist(), np.broadcast_to(downtime, cut.shape).tolist()


def test_without_a_source_nothing_strikes() -> None:
    assert cuts(Interruptions(), range(2)) == ([NEVER, NEVER], [0, 0])


def test_a_limit_strikes_at_its_time_every_time() -> None:
    assert cuts(Interruptions(session_limit_ms=5_000, limit_downtime_ms=7), range(2)) == ([5_000, 5_000], [7, 7])


def test_the_earliest_source_strikes_with_its_own_downtime() -> None:
    restart, close = Interruptions(restart_every_ms=9_000), Interruptions(close_every_ms=20_000)
    both = Interruptions(
        restart_every_ms=9_000,
        restart_downtime_ms=1,
        close_every_ms=20_000,
        close_downtime_ms=2,
        session_limit_ms=8_000,
        limit_downtime_ms=3,
    )
    restarts, closings = cuts(restart)[0], cuts(close)[0]
    expected = [min((cut, 1), (other, 2), (8_000, 3)) for cut, other in zip(restarts, closings, strict=True)]
    assert list(zip(*cuts(both), strict=True)) == expected
    assert {downtime for _, downtime in expected} == {1, 2, 3}


def test_if_sources_tie_the_first_of_the_list_strikes() -> None:
    # with a mean of one millisecond, a source strikes in the first one in most runs
    tied = Interruptions(
        restart_every_ms=1,
        restart_downtime_ms=1,
        close_every_ms=1,
        close_downtime_ms=2,
        session_limit_ms=1,
        limit_downtime_ms=3,
    )
    restarts = cuts(Interruptions(restart_every_ms=1))[0]
    closings = cuts(Interruptions(close_every_ms=1))[0]
    first_strikers = [
        1 if restart == 1 else 2 if close == 1 else 3 for restart, close in zip(restarts, closings, strict=True)
    ]
    assert cuts(tied) == ([1] * 2_000, first_strikers)
    assert set(first_strikers) == {1, 2, 3}


def test_a_source_strikes_alike_whatever_other_sources_there_are() -> None:
    alone = cuts(Interruptions(restart_every_ms=9_000))[0]
    among = cuts(Interruptions(restart_every_ms=9_000, close_every_ms=10**12, session_limit_ms=10**12))[0]
    assert alone == among


def test_any_runs_can_be_picked_from_a_range() -> None:
    strikes = Strikes(Interruptions(restart_every_ms=9_000, close_every_ms=9_000, close_downtime_ms=5), 1)
    whole, picked = strikes.cuts(3, range(50)), np.array([0, 7, 49])
    parts = strikes.cuts(3, range(50), picked)
    assert [np.asarray(part).tolist() for part in parts] == [np.asarray(every)[picked].tolist() for every in whole]
    assert strikes.shares(3, range(50), picked).tolist() == strikes.shares(3, range(50))[picked].tolist()


def test_a_chosen_share_of_the_needed_time_is_cut_behind_the_recovery_and_before_the_end() -> None:
    share = np.array([0.0, 0.25, 0.5, 0.9999, 0.5, 0.9])
    needs = np.array([1_000, 1_000, 5, 1_000, 0, 1])
    assert exact_cut(share, needs, 300).tolist() == [300, 550, 303, 1_299, 300, 300]


def test_a_chosen_cut_is_at_least_a_millisecond_into_the_session() -> None:
    assert exact_cut(np.array([0.0]), np.array([1_000]), 0).tolist() == [1]


def test_shares_are_uniform() -> None:
    shares = np.sort(Strikes(Interruptions(exactly=1), 1).shares(0, range(100_000)))
    steps = np.arange(100_000) / 100_000
    # Kolmogorov and Smirnov: a distance of 1.95 / √n has a probability of one in a thousand
    assert np.abs(shares - steps).max() < 1.95 / math.sqrt(100_000)
