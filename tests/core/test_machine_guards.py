"""One run: what a resumed run does with an action or a gate that it has met before (MODEL.md section 4, row by row)."""

from __future__ import annotations

import pytest

from tests.core.one_run import Yield, run

# The action takes 10 seconds, its effect falls at 5, and nothing is saved.
PAY = "pay ! 10s [{}]\nreport 10s"
APPROVE = "approve {} 10s\nreport 10s"
BEFORE_EFFECT, AFTER_EFFECT, AFTER_DONE = 4, 6, 15
ONCE = {"interruptions": 1}


def times(busy: float, lost: float = 0, skipped: float = 0) -> Yield:
    """Return what a run with one interruption and no downtime yields in time."""
    yielded: Yield = ONCE | {"wall": busy, "busy": busy, "lost": lost, "skipped": skipped}
    return {name: value for name, value in yielded.items() if value}


def test_an_action_without_a_guard_is_performed_again_in_full() -> None:
    again = {"duplicates of pay": 1}
    plan = "pay ! 10s\nreport 10s"
    assert run(plan, BEFORE_EFFECT) == times(busy=24, lost=4)
    assert run(plan, AFTER_EFFECT) == times(busy=26, lost=6) | again
    assert run(plan, AFTER_DONE) == times(busy=35, lost=15) | again


def test_an_action_record_skips_what_is_done_and_leaves_a_window_in_which_the_act_repeats() -> None:
    assert run(PAY.format("record"), AFTER_EFFECT) == times(busy=26, lost=6) | {"duplicates of pay": 1}
    assert run(PAY.format("record"), AFTER_DONE) == times(busy=25, lost=5)


def test_a_checkpoint_right_after_narrows_the_window_and_does_not_close_it() -> None:
    plan = "pay ! 10s\n| 1s\nreport 10s"
    assert [run(plan, cut).get("duplicates of pay", 0) for cut in (4.999, 5, 10, 10.999, 11)] == [0, 1, 1, 1, 0]


def test_a_record_before_and_after_leaves_the_window_in_which_the_act_is_lost() -> None:
    plan = PAY.format("record, intent")
    assert run(plan, BEFORE_EFFECT) == times(busy=14, skipped=6) | {"missed of pay": 1}
    assert run(plan, AFTER_EFFECT) == times(busy=16, skipped=4)
    assert run(plan, AFTER_DONE) == times(busy=25, lost=5)


@pytest.mark.parametrize("resolution", ["lookup", "ask on resume, waits 0s"])
def test_a_record_before_and_after_with_a_way_to_resolve_doubt_leaves_no_window(resolution: str) -> None:
    plan = PAY.format(f"record, intent, {resolution}")
    assert run(plan, BEFORE_EFFECT) == times(busy=24, lost=4)
    assert run(plan, AFTER_EFFECT) == times(busy=21, lost=1)
    assert run(plan, AFTER_DONE) == times(busy=25, lost=5)


def test_a_lookup_finds_what_happened_and_walks_only_what_follows_it() -> None:
    assert run(PAY.format("lookup"), BEFORE_EFFECT) == times(busy=24, lost=4)
    assert run(PAY.format("lookup"), AFTER_EFFECT) == times(busy=21, lost=1)
    assert run(PAY.format("lookup"), AFTER_DONE) == times(busy=30, lost=10)


def test_an_intent_record_alone_loses_the_action() -> None:
    # what no session walked of the unit is skipped: 10 − 4
    assert run(PAY.format("intent"), BEFORE_EFFECT) == times(busy=14, skipped=6) | {"missed of pay": 1}


def test_an_intent_record_leaves_alone_what_has_happened() -> None:
    assert run(PAY.format("intent"), AFTER_EFFECT) == times(busy=16, skipped=4)
    assert run(PAY.format("intent"), AFTER_DONE) == times(busy=25, lost=5)


def test_an_intent_is_on_record_from_the_instant_at_which_the_unit_begins() -> None:
    plan = "read 10s\npay ! 10s [intent]"
    assert run(plan, 9.999) == times(busy=29.999, lost=9.999)
    assert run(plan, 10) == times(busy=20, lost=10, skipped=10) | {"missed of pay": 1}


def test_an_action_is_missed_once_however_often_the_run_passes_it() -> None:
    assert run(PAY.format("intent"), 4, 5, 5) == {
        "interruptions": 3,
        "wall": 24,
        "busy": 24,
        "lost": 10,
        "skipped": 6,
        "missed of pay": 1,
    }


def test_of_a_batch_only_the_unit_that_was_under_way_is_missed() -> None:
    # cut 2 seconds into the second of three units
    assert run("pay ! x3 10s [intent]", 12) == times(busy=22, skipped=8) | {"missed of pay": 1}


def test_a_gate_is_asked_again_in_full() -> None:
    assert run(APPROVE.format("?"), 0.001) == times(busy=20.001, lost=0.001) | {"reasks of approve": 1}
    assert run(APPROVE.format("?"), AFTER_DONE) == times(busy=35, lost=15) | {"reasks of approve": 1}


def test_the_question_of_a_gate_is_asked_at_the_instant_at_which_the_gate_is_reached() -> None:
    plan = "read 10s\napprove ? 10s"
    assert run(plan, 9.999) == times(busy=29.999, lost=9.999)
    assert run(plan, 10) == times(busy=30, lost=10) | {"reasks of approve": 1}


def test_a_stored_question_still_stands_and_a_stored_answer_is_kept() -> None:
    assert run(APPROVE.format("?="), AFTER_EFFECT) == times(busy=26, lost=6)
    assert run(APPROVE.format("?="), AFTER_DONE) == times(busy=25, lost=5)


def test_a_person_sees_what_happened() -> None:
    plan = PAY.format("ask, waits 3s")
    # asked before the effect at 8 and after it: both sessions wait
    assert run(plan, 7) == times(busy=30, lost=7)
    assert run(plan, 9) == times(busy=27, lost=4)


def test_a_person_who_is_asked_on_resume_is_asked_if_the_step_had_been_reached() -> None:
    plan = "read 10s\npay ! 10s [ask on resume, waits 3s]"
    assert run(plan) == {"wall": 20, "busy": 20}
    assert run(plan, 9.999) == times(busy=29.999, lost=9.999)
    assert run(plan, 10) == times(busy=33, lost=13)
    assert run(plan, 16) == times(busy=34, lost=14)


def test_a_person_is_asked_on_resume_even_if_the_run_cannot_be_found() -> None:
    plan = "read 10s\npay ! 10s [ask on resume, waits 3s]\nidentity: process"
    assert run(plan, 16) == times(busy=34, lost=14)


def test_a_person_is_asked_once_per_session_for_a_whole_batch() -> None:
    plan = "pay ! x3 10s [ask, waits 3s]"
    assert run(plan) == {"wall": 33, "busy": 33}
    # 3 + 10 + 5: the second effect has happened; 3 + 5 + 5 + 10
    assert run(plan, 18) == times(busy=41, lost=8)


def test_a_person_is_asked_at_the_first_unit_on_which_it_matters() -> None:
    plan = "pay ! x3 10s [record, ask on resume, waits 3s]"
    # the first unit is on record and skipped; the second is in doubt
    assert run(plan, 12) == times(busy=35, lost=5)
    assert run(plan, 12, 2, 3) == {"interruptions": 3, "wall": 40, "busy": 40, "lost": 10}


def test_a_person_is_not_asked_about_an_action_on_record() -> None:
    assert run(PAY.format("record, ask, waits 3s"), 18) == times(busy=28, lost=5)


def test_a_person_is_not_asked_what_a_lookup_can_find() -> None:
    plan = PAY.format("lookup, ask on resume, waits 3s")
    assert run(plan, AFTER_EFFECT) == times(busy=21, lost=1)
    assert run(plan, BEFORE_EFFECT) == times(busy=27, lost=7)


def test_behind_a_unit_that_a_lookup_finds_a_person_is_asked_about_the_next() -> None:
    # 5 of the first unit found done, 3 of waiting, two units of 10
    assert run("pay ! x3 10s [lookup, ask on resume, waits 3s]", 6) == times(busy=34, lost=4)


def test_an_interruption_while_a_person_is_asked_leaves_nothing_behind() -> None:
    assert run("pay ! 10s [intent, ask, waits 3s]", 2) == times(busy=15, lost=2)


def test_the_wait_of_a_person_precedes_the_intent() -> None:
    assert run("pay ! 10s [intent, ask, waits 3s]", 3) == times(busy=16, lost=3)


@pytest.mark.parametrize("checks", ["nothing", "identity, in_doubt_actions"])
def test_records_that_the_resumed_run_does_not_check_do_not_help(checks: str) -> None:
    plan = f"{PAY.format('record, intent')}\nchecks: {checks}"
    assert run(plan, AFTER_DONE) == times(busy=35, lost=15) | {"duplicates of pay": 1}
    assert run(plan, BEFORE_EFFECT) == times(busy=24, lost=4)


def test_a_lookup_that_the_resumed_run_does_not_make_does_not_help() -> None:
    plan = f"{PAY.format('lookup')}\nchecks: action_records"
    assert run(plan, AFTER_EFFECT) == times(busy=26, lost=6) | {"duplicates of pay": 1}


def test_an_intent_record_whose_lookup_is_not_made_loses_the_action() -> None:
    plan = f"{PAY.format('intent, lookup')}\nchecks: action_records"
    assert run(plan, BEFORE_EFFECT) == times(busy=14, skipped=6) | {"missed of pay": 1}


def test_where_the_plan_does_not_say_what_is_checked_every_guard_acts() -> None:
    assert run(f"{PAY.format('record')}\nchecks: -", AFTER_DONE) == times(busy=25, lost=5)
    assert run(f"{PAY.format('lookup')}\nchecks: -", AFTER_EFFECT) == times(busy=21, lost=1)


def test_a_person_needs_no_check() -> None:
    assert run(f"{PAY.format('ask on resume, waits 0s')}\nchecks: nothing", AFTER_EFFECT) == times(busy=21, lost=1)


@pytest.mark.parametrize("source", ["new_each_start", "process"])
def test_of_a_run_that_cannot_be_found_no_record_and_no_stored_question_is_found(source: str) -> None:
    lost = f"\nidentity: {source}"
    again = times(busy=35, lost=15) | {"duplicates of pay": 1}
    assert run(PAY.format("record") + lost, AFTER_DONE) == again
    assert run(PAY.format("record, intent") + lost, AFTER_DONE) == again
    assert run(APPROVE.format("?=") + lost, AFTER_DONE) == times(busy=35, lost=15) | {"reasks of approve": 1}


def test_the_other_system_and_the_person_know_a_run_that_cannot_be_found() -> None:
    assert run(f"{PAY.format('lookup')}\nidentity: process", AFTER_DONE) == times(busy=30, lost=10)
    assert run(f"{PAY.format('ask on resume, waits 0s')}\nidentity: process", AFTER_DONE) == times(busy=30, lost=10)


def test_steps_that_change_nothing_outside_are_simply_done_again() -> None:
    assert run("read < 10s\ndraft 10s", 15) == times(busy=35, lost=15)
