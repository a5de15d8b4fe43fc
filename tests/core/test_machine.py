"""One run: the walk through its micro-operations and what an interruption at a given instant does to it."""

from __future__ import annotations

import pytest

from planner.core.machine import Machine
from planner.core.run import Drawn, Run
from planner.core.sketch import sketch
from planner.core.strikes import Strikes
from planner.core.timeline import compile_plan
from tests.core.one_run import Yield, run, yield_of


def drawn(drawing: str, *, seed: int = 1, number: int = 0) -> Yield:
    """Return what a run yields under the interruptions that are drawn in the sketch."""
    plan = sketch(drawing)
    schedule = Drawn(Strikes(plan.interruptions, seed), number)
    return yield_of(plan, Run(Machine(compile_plan(plan)), schedule).result())


def test_a_run_that_nothing_interrupts_takes_its_ideal_time_and_counts_nothing() -> None:
    plan = """
        read < 10s
        |
        pay ! x3 5s [ask, waits 7s]
        |/2 2s
        approve ? 4s
        (|) 3s
        """
    # 10 and a save of 1; a wait of 7, three units of 5 and two saves of 2; 4 and a save of 3
    assert run(plan) == {"wall": 44, "busy": 44}


def test_a_plan_without_steps_is_over_at_once() -> None:
    assert run("recovery: 10s") == {}


def test_an_interruption_before_the_effect_repeats_work_and_nothing_else() -> None:
    assert run("pay ! 10s @0.5", 4.999) == {"interruptions": 1, "wall": 14.999, "busy": 14.999, "lost": 4.999}


def test_what_falls_on_the_instant_of_an_interruption_has_happened() -> None:
    assert run("pay ! 10s @0.5", 5) == {"interruptions": 1, "wall": 15, "busy": 15, "lost": 5, "duplicates of pay": 1}


def test_the_effect_falls_where_the_step_says() -> None:
    early, late = run("pay ! 10s @0", 0.001), run("pay ! 10s @1", 9.999)
    assert (early.get("duplicates of pay"), late.get("duplicates of pay")) == (1, None)


def test_a_unit_is_done_at_the_instant_of_its_end() -> None:
    plan = "pay ! 10s [record]\nreport 5s"
    assert run(plan, 9.999) == {
        "interruptions": 1,
        "wall": 24.999,
        "busy": 24.999,
        "lost": 9.999,
        "duplicates of pay": 1,
    }
    assert run(plan, 10) == {"interruptions": 1, "wall": 15, "busy": 15}


def test_a_snapshot_is_durable_at_the_end_of_its_save() -> None:
    plan = "draft 10s\n| 2s\nreport 10s"
    assert run(plan, 11.999) == {"interruptions": 1, "wall": 33.999, "busy": 33.999, "lost": 11.999}
    assert run(plan, 12) == {"interruptions": 1, "wall": 22, "busy": 22}


def test_an_interrupted_save_leaves_the_earlier_snapshot_in_force() -> None:
    plan = "draft 10s\n| 2s\ncheck 10s\n| 2s\nreport 10s"
    assert run(plan, 23) == {"interruptions": 1, "wall": 45, "busy": 45, "lost": 11}


def test_a_resume_goes_on_behind_the_save_that_it_loads_and_takes_later_saves_at_the_same_place() -> None:
    plan = "draft 10s\n| 2s\n| 3s\nreport 10s"
    assert run(plan, 13) == {"interruptions": 1, "wall": 26, "busy": 26, "lost": 1}


def test_a_checkpoint_inside_a_batch_stands_in_the_middle_item() -> None:
    plan = "tag x5 10s\n(|) 1s"
    # item 2 of 0 to 4: begins at 20, is saved from 25 to 26; behind it 5 and two items of 10 are left
    assert run(plan, 25.999)["lost"] == 25.999
    assert run(plan, 26) == {"interruptions": 1, "wall": 51, "busy": 51, "inconsistent": 1}


def test_a_checkpoint_every_few_items_stands_after_each_of_them_and_after_the_last_item() -> None:
    plan = "tag x5 2s\n|/2 1s"
    # saves end at 5, 10 and 13
    assert [run(plan, cut).get("lost", 0) for cut in (4.999, 5, 9.999, 10)] == [4.999, 0, 4.999, 0]
    assert run(plan) == {"wall": 13, "busy": 13}


def test_a_checkpoint_whose_last_turn_is_the_last_item_saves_there_once() -> None:
    assert run("tag x4 2s\n|/2 1s") == {"wall": 10, "busy": 10}


def test_every_session_but_the_first_begins_with_recovery() -> None:
    assert run("draft 10s\nrecovery: 3s", 4, 5) == {
        "interruptions": 2,
        "wall": 22,
        "busy": 22,
        "recovery": 6,
        "lost": 6,
    }


def test_a_recovery_can_be_interrupted() -> None:
    assert run("draft 10s\nrecovery: 3s", 4, 2) == {
        "interruptions": 2,
        "wall": 19,
        "busy": 19,
        "recovery": 5,
        "lost": 4,
    }


def test_a_session_that_ends_with_its_recovery_reaches_the_first_instant_of_work() -> None:
    plan = "approve ? 10s\nrecovery: 3s"
    assert run(plan, 4, 2.999)["reasks of approve"] == 1
    assert run(plan, 4, 3)["reasks of approve"] == 2


def test_downtime_counts_as_wall_time_alone() -> None:
    assert run("draft 10s", 4, 5, downtime=60) == {"interruptions": 2, "wall": 139, "busy": 19, "lost": 9}


def test_interruptions_behind_the_end_of_a_run_do_not_strike() -> None:
    assert run("draft 10s", 4, 10, 1) == {"interruptions": 1, "wall": 14, "busy": 14, "lost": 4}


def test_a_run_that_ends_exactly_at_a_limit_has_finished() -> None:
    assert drawn("draft 10s\ninterrupted: limit 10s (down 1h)") == {"wall": 10, "busy": 10}


def test_a_run_that_makes_no_headway_ends_unfinished_after_a_thousand_sessions() -> None:
    assert drawn("draft 10.001s\ninterrupted: limit 10s (down 1s)") == {
        "unfinished": 1,
        "interruptions": 1_000,
        "wall": 11_000,
        "busy": 10_000,
        "lost": 10_000,
    }


def test_a_thousandth_session_can_be_the_last_one() -> None:
    plan = sketch("draft 10s")
    assert run(plan, *[1] * 999) == {"interruptions": 999, "wall": 1_009, "busy": 1_009, "lost": 999}
    assert run(plan, *[1] * 1_000) == {
        "unfinished": 1,
        "interruptions": 1_000,
        "wall": 1_000,
        "busy": 1_000,
        "lost": 1_000,
    }


def test_a_limit_holds_for_the_session_with_its_recovery() -> None:
    plan = "draft 10s\n|\ncheck 5s\n|\nreport 5s\nrecovery: 3s\ninterrupted: limit 11s (down 1s)"
    # saved at 11, where the limit strikes; 3 + 5 + 1 = 9 and then 2 of 5; 3 + 5
    assert drawn(plan) == {"interruptions": 2, "wall": 32, "busy": 30, "recovery": 6, "lost": 2}


@pytest.mark.parametrize("number", range(20))
def test_exactly_as_many_interruptions_as_are_asked_for_strike(number: int) -> None:
    yielded = drawn("read 10s\n|\npay ! 10s\nrecovery: 5s\ninterrupted: exactly 3 (down 7s)", number=number)
    assert yielded["interruptions"] == 3
    assert yielded["wall"] == pytest.approx(yielded["busy"] + 21)


def test_a_run_that_needs_no_time_for_its_rest_cannot_be_cut_in_it() -> None:
    plan = "read 0.001s\ninterrupted: exactly 2"
    # a session of one millisecond is cut at its first instant that there is, and that is its end
    assert drawn(plan) == {"wall": 0.001, "busy": 0.001}


def test_a_unit_that_is_done_again_after_the_world_acted_on_it_diverges() -> None:
    plan = "draft ~ 10s\nsend ! 10s"
    assert run(plan, 14.999) == {"interruptions": 1, "wall": 34.999, "busy": 34.999, "lost": 14.999}
    assert run(plan, 15) == {
        "interruptions": 1,
        "wall": 35,
        "busy": 35,
        "lost": 15,
        "duplicates of send": 1,
        "divergences of draft": 1,
    }


def test_a_divergence_is_counted_each_time_the_unit_is_completed_and_only_then() -> None:
    plan = "draft ~ 10s\nsend ! 10s"
    assert run(plan, 15, 10)["divergences of draft"] == 2
    assert run(plan, 15, 9.999)["divergences of draft"] == 1


def test_each_unit_of_a_batch_diverges() -> None:
    assert run("draft x3 ~ 10s\nsend ! 10s", 36)["divergences of draft"] == 3


def test_a_result_that_went_through_other_steps_diverges_too() -> None:
    assert run("read 10s\ndraft ~ 10s\nshorten 10s\nsend ! 10s", 35)["divergences of draft"] == 1


def test_a_harmless_effect_acts_on_a_result_all_the_same() -> None:
    assert run("draft ~ 10s\nstore != 10s", 15)["divergences of draft"] == 1


def test_a_result_that_no_action_rests_on_does_not_diverge() -> None:
    assert "divergences of draft" not in run("draft ~ 10s\napprove ? 10s\nreport 10s", 25)
    assert "divergences of draft" not in run("draft ~ 10s\npay ! 10s <- nothing", 15)


def test_a_result_made_anew_before_the_action_replaces_the_older_one() -> None:
    plan = "draft ~ 10s -> text\nrewrite 10s <- nothing -> text\nsend ! 10s <- text"
    assert "divergences of draft" not in run(plan, 25)


def test_a_saved_result_does_not_diverge() -> None:
    assert run("draft ~ 10s\n|\nsend ! 10s", 16) == {
        "interruptions": 1,
        "wall": 26,
        "busy": 26,
        "lost": 5,
        "duplicates of send": 1,
    }
