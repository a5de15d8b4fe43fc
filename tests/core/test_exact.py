"""Expected values: the figures that are printed, and formulas that can be checked by hand."""

from __future__ import annotations

import math

import pytest

from planner.core.exact import Exact, exact, exact_document
from planner.core.plan import Interruptions, Plan, Step
from planner.core.sketch import sketch
from planner.core.summary import QUANTITIES

NOTHING = dict.fromkeys(QUANTITIES, 0.0)


def expected(drawing: str) -> dict[str, float]:
    """Return all expected values of a drawn plan that are not zero; every one has a closed form."""
    values = exact(sketch(drawing))
    assert values.reasons == {}
    return {name: mean for name, mean in values.mean.items() if mean}


def close(mean: float) -> object:
    return pytest.approx(mean, rel=1e-12)


def all_close(means: dict[str, float]) -> dict[str, object]:
    return {name: close(mean) for name, mean in means.items()}


def test_one_segment_takes_what_the_model_prints() -> None:
    values = exact(sketch("work 11s\nrecovery: 2s\ninterrupted: restart 10s (down 0.5s)")).mean
    assert f"{values['wall']:.10f}" == "25.7028860493"
    assert f"{values['interruptions']:.10f}" == "2.4478939095"


def test_without_interruptions_nothing_is_lost() -> None:
    assert exact(Plan(title="Calm", steps=(Step(id="a"),), interruptions=Interruptions())) == Exact(
        mean={**NOTHING, "busy": 60.0, "wall": 60.0},
        by_step={"a": dict.fromkeys(("duplicates", "harmless", "missed", "reasks", "divergences"), 0.0)},
        reasons={},
        finished=1.0,
    )


def test_a_plan_without_steps_is_over_at_once() -> None:
    assert exact(Plan(title="Empty")) == Exact(mean=NOTHING, by_step={}, reasons={}, finished=1.0)


def test_segments_add_up() -> None:
    rate, recovery, downtime = 1 / 60, 3.0, 5.0
    segments = (21.0, 32.0, 10.0)
    interruptions = sum(math.exp(rate * recovery) * math.expm1(rate * length) for length in segments)
    lost = sum(math.expm1(rate * length) / rate - length for length in segments)
    recovering = sum(math.expm1(rate * length) for length in segments) * math.expm1(rate * recovery) / rate
    assert expected("""
        read < 20s
        | 1s
        draft 30s
        | 2s
        send 10s
        recovery: 3s
        interrupted: restart 1min (down 5s)
        """) == {
        "interruptions": close(interruptions),
        "lost": close(lost),
        "recovery": close(recovering),
        "busy": close(interruptions / rate),
        "wall": close(interruptions / rate + interruptions * downtime),
    }


def test_two_sources_add_their_rates_and_share_their_downtimes() -> None:
    apart = expected("work 1min\nrecovery: 5s\ninterrupted: restart 2min (down 3s), close 6min (down 1min)")
    joined = expected("work 1min\nrecovery: 5s\ninterrupted: restart 90s (down 17.25s)")
    assert apart == all_close(joined)


@pytest.mark.parametrize("recovery", ["0s", "10s", "1min"])
def test_the_recovery_drops_out_of_what_is_repeated_and_lost(recovery: str) -> None:
    values = expected(f"read < 1min\n| 1s\npay ! 10s @0.5\nfile 20s\nrecovery: {recovery}\ninterrupted: restart 2min")
    assert values["duplicates"] == close(math.expm1(25 / 120))
    assert values["lost"] == close(120 * (math.expm1(61 / 120) + math.expm1(30 / 120)) - 91)


def test_a_checkpoint_right_after_the_act_narrows_the_window_to_its_confirmation_and_the_save() -> None:
    values = expected("pay ! 10s @0.5\n| 2s\nfile 5min\ninterrupted: restart 2min")
    assert values["duplicates"] == close(math.expm1(7 / 120))


def test_a_record_narrows_the_window_to_the_confirmation() -> None:
    values = expected("pay ! 10s @0.2 [record]\nfile 1min\ninterrupted: restart 2min")
    assert values["duplicates"] == close(math.expm1(8 / 120))


def test_an_intent_alone_turns_the_window_into_a_missed_act() -> None:
    values = expected("pay ! 10s @0.2 [intent]\nfile 1min\ninterrupted: restart 2min")
    assert values["missed"] == close(-math.expm1(-2 / 120))
    assert values["skipped"] == close(10 + 120 * math.expm1(-10 / 120))
    assert "duplicates" not in values


@pytest.mark.parametrize("guards", ["intent, record, lookup", "intent, record, ask", "lookup"])
def test_a_way_to_resolve_the_doubt_closes_the_window(guards: str) -> None:
    values = exact(sketch(f"pay ! 10s [{guards}]\nfile 1min\ninterrupted: restart 2min"))
    assert values.by_step["pay"] == {"duplicates": 0, "harmless": 0, "missed": 0, "reasks": 0, "divergences": 0}


def test_what_is_done_and_recorded_is_not_walked_again() -> None:
    rate = 1 / 120
    values = expected("pay ! 30s @0 [record]\nfile 1min\nrecovery: 5s\ninterrupted: restart 2min")
    interruptions = math.exp(5 * rate) * (math.expm1(30 * rate) + math.expm1(60 * rate))
    assert values["interruptions"] == close(interruptions)
    assert values["lost"] == close((math.expm1(30 * rate) + math.expm1(60 * rate)) / rate - 90)


def test_what_is_looked_up_costs_its_confirmation_each_time() -> None:
    rate = 1 / 120
    values = expected("pay ! 30s @0.5 [lookup]\nfile 1min\ninterrupted: restart 2min")
    first, again = math.expm1(15 * rate), math.expm1(15 * rate)
    assert values["interruptions"] == close(first + again + math.exp(15 * rate) * math.expm1(60 * rate))


def test_a_person_is_asked_in_every_session() -> None:
    rate = 1 / 120
    values = expected("pay ! 20s @0.5 [ask, waits 40s]\nfile 1min\ninterrupted: restart 2min")
    wait, act = math.expm1(40 * rate), math.exp(40 * rate) * 2 * math.expm1(10 * rate)
    assert values["interruptions"] == close(wait + act + math.exp(50 * rate) * math.expm1(60 * rate))


def test_a_repeat_is_what_the_receiver_makes_of_it() -> None:
    repeats = math.expm1(30 / 120)
    rest = "10s @0\nfile 20s\ninterrupted: restart 2min"
    assert expected(f"pay ! {rest}")["duplicates"] == close(repeats)
    assert expected(f"pay != {rest}")["harmless"] == close(repeats)
    assert expected(f"pay ! [key] {rest}")["harmless"] == close(repeats)
    assert expected(f"pay ! [new key] {rest}")["duplicates"] == close(repeats)
    assert expected(f"approve ? {rest.replace(' @0', '')}")["reasks"] == close(repeats)


def test_a_derived_key_does_not_survive_inputs_that_are_made_anew() -> None:
    rest = "pay ! [derived key] 10s @0\nfile 20s\ninterrupted: restart 2min"
    assert expected(f"draft ~ 5s\n{rest}")["duplicates"] == close(math.expm1(30 / 120))
    assert expected(f"draft ~ 5s\n|\n{rest}")["harmless"] == close(math.expm1(30 / 120))


def test_a_result_that_was_acted_on_can_come_out_different() -> None:
    returns = math.expm1(40 / 120) - math.expm1(10 / 120)
    assert expected("draft ~ 5s\npay ! 20s @0.5\nfile 20s\ninterrupted: restart 2min")["divergences"] == close(returns)
    assert "divergences" not in expected("draft ~ 5s\n|\npay ! 20s @0.5\nfile 20s\ninterrupted: restart 2min")


def test_a_resume_from_inside_acts_at_once() -> None:
    values = expected("pay ! 20s @0.5\n(|) 4s\nfile 20s\nrecovery: 6s\ninterrupted: restart 2min")
    assert values["inconsistent"] == close(math.exp(6 / 120) * math.expm1(30 / 120))
    assert values["duplicates"] == close(math.expm1(4 / 120) + math.expm1(30 / 120))


def test_a_broken_snapshot_costs_its_save_and_helps_nobody() -> None:
    broken = expected("read < 20s -> rows\n| 4s holds nothing\nfile 20s <- rows\ninterrupted: restart 2min")
    assert broken == all_close(expected("read < 20s\nsave 4s\nfile 20s\ninterrupted: restart 2min"))


@pytest.mark.parametrize("how", ["loads: restart", "identity: process"])
def test_a_run_that_starts_over_has_one_segment(how: str) -> None:
    values = expected(f"read < 20s\n| 4s\nfile 20s\n| 1s\n{how}\ninterrupted: restart 2min")
    assert values == all_close(expected("all 45s\ninterrupted: restart 2min"))


def test_a_run_that_loads_the_first_snapshot_has_two() -> None:
    values = expected("read < 20s\n| 4s\nfile 20s\n| 6s\nsend 10s\nloads: first\ninterrupted: restart 2min")
    assert values == all_close(expected("read < 20s\n| 4s\nthe rest 36s\ninterrupted: restart 2min"))


def test_a_broken_snapshot_that_is_loaded_ends_the_run() -> None:
    values = exact(
        sketch("""
        read < 20s -> rows
        | 4s holds nothing
        file 20s <- rows
        recovery: 5s
        loads: latest
        interrupted: restart 2min
        """)
    )
    rate = 1 / 120
    ends, resumed = -math.expm1(-20 * rate), math.exp(5 * rate) * math.expm1(24 * rate)
    recovering = resumed * -math.expm1(-5 * rate) / rate
    assert values.finished == close(1 - ends)
    assert values.mean["interruptions"] == close(resumed + ends)
    assert values.mean["recovery"] == close(recovering)
    assert values.mean["lost"] == close((resumed + ends) / rate - recovering - (1 - ends) * 44)


def test_nearly_no_interruptions_lose_nearly_nothing() -> None:
    values = expected("pay ! 10s @0\n| 1s\nfile 5s\ninterrupted: restart 10000d")
    mean = 864e6
    assert values["lost"] == close((11**2 + 5**2) / (2 * mean) + (11**3 + 5**3) / (6 * mean**2))
    assert values["duplicates"] == close(11 / mean + 11**2 / (2 * mean**2))


def test_a_limit_alone_leaves_nothing_to_chance() -> None:
    assert expected("read < 20s\n| 1s\npay ! 20s @0\nrecovery: 2s\ninterrupted: limit 30s (down 60s)") == {
        "interruptions": 1,
        "lost": 9,
        "recovery": 2,
        "busy": 52,
        "wall": 112,
        "duplicates": 1,
    }


def test_a_limit_that_is_too_short_alone_is_a_run_that_never_finishes() -> None:
    values = exact(sketch("read < 20s\ninterrupted: limit 10s"))
    assert (values.finished, values.mean["interruptions"], values.mean["busy"]) == (0, 1_000, 10_000)


def test_a_limit_adds_to_what_strikes_at_random() -> None:
    """By hand: two steps of 20 s, a save of 0 s between, at most 30 s a session."""
    rate, recovery, limit = 1 / 120, 4.0, 30.0
    reaches, second = math.exp(-20 * rate), math.exp(-(recovery + 20) * rate)
    from_start = (1 - reaches) / second
    from_save = 1 / second
    struck = (1 - math.exp(-limit * rate)) / rate
    in_second = (1 - math.exp(-(recovery + 20) * rate)) / rate
    values = expected("read < 20s\n| 0s\nfile 20s\nrecovery: 4s\ninterrupted: restart 2min, limit 30s (down 1min)")
    assert values["interruptions"] == close(from_start + from_save)
    assert values["busy"] == close(struck + from_start * struck + from_save * in_second)
    at_limit = (1 + from_start) * math.exp(-limit * rate)
    assert values["wall"] == close(values["busy"] + 60 * at_limit)


def test_an_exact_number_of_cuts_is_that_number() -> None:
    """By hand: the cut falls into either half; the second try repeats what its half had not saved."""
    values = expected("pay ! 20s @0\n| 0s\nfile 20s\nrecovery: 3s\ninterrupted: exactly 1 (down 10s)")
    assert values == {
        "interruptions": 1,
        "lost": close(10),
        "recovery": 3,
        "busy": close(53),
        "wall": close(63),
        "duplicates": close(0.5),
    }


def test_an_exact_number_of_cuts_can_leave_work_undone() -> None:
    assert expected("pay ! 20s @0.5 [intent]\nfile 20s\ninterrupted: exactly 1") == {
        "interruptions": 1,
        "lost": close(5),
        "skipped": close(5),
        "busy": close(40),
        "wall": close(40),
        "missed": close(0.25),
    }


def test_a_session_with_nothing_left_to_do_is_not_cut() -> None:
    """By hand: the first cut falls into the act with probability 1/2, and leaves it and the run's end behind."""
    values = expected("read < 20s\n| 0s\npay ! 20s [intent]\ninterrupted: exactly 2 (down 1min)")
    assert values["interruptions"] == close(2 - 1 / 2)


def test_an_exact_number_of_cuts_can_end_the_run() -> None:
    drawing = "read < 20s -> rows\n| 0s holds nothing\nfile 20s <- rows\nloads: latest\ninterrupted: exactly 2"
    values = exact(sketch(drawing))
    assert values.finished == close(1 / 4)
    assert values.mean["interruptions"] == close(3 / 2)
    assert values.mean["busy"] == close(20 + 20 / 2 + 40 / 4)


def test_with_a_limit_a_broken_snapshot_ends_the_run_more_often() -> None:
    drawing = "read < 20s -> rows\n| 0s holds nothing\nfile 20s <- rows\nloads: latest\ninterrupted: restart 2min"
    assert exact(sketch(f"{drawing}, limit 1min")).finished == close(math.exp(-20 / 120))
    assert exact(sketch(f"{drawing}, limit 30s")).finished == 0


def test_the_document_has_what_is_known_and_nothing_if_nothing_is() -> None:
    known = exact(sketch("pay ! 20s [key, kept 1min]\ninterrupted: restart 1h"))
    document = exact_document(known)
    assert document is not None
    assert list(document) == [name for name in QUANTITIES if name not in {"duplicates", "harmless"}]
    assert exact_document(exact(sketch("work 20s\ninterrupted: restart 2s"))) is None
