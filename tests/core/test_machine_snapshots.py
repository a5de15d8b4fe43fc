"""One run: which snapshot a resume loads, and how it finishes a unit that it was saved inside."""

from __future__ import annotations

import pytest

from tests.core.one_run import run

# Saves end at 11, 22 and 33; the run is cut at 40.
SAVED_THREE_TIMES = """
    one 10s
    | 1s{}
    two 10s
    | 1s{}
    three 10s
    | 1s{}
    four 10s
    """
BROKEN = " holds nothing"


def lost_at_40(loads: str, *, broken: str = "") -> float:
    """Return the seconds lost by a cut at 40; `broken` holds the numbers of the saves that are broken."""
    saves = [BROKEN if number in broken else "" for number in "123"]
    return run(f"{SAVED_THREE_TIMES.format(*saves)}\nloads: {loads}", 40).get("lost", 0)


def test_the_newest_usable_snapshot_is_loaded_and_a_broken_one_is_passed_over() -> None:
    assert [lost_at_40("latest_valid", broken=broken) for broken in ("", "3", "23", "123")] == [7, 18, 29, 40]


def test_where_the_plan_does_not_say_what_is_loaded_the_latest_valid_snapshot_is() -> None:
    assert [lost_at_40("-", broken=broken) for broken in ("", "3", "23", "123")] == [7, 18, 29, 40]


def test_the_first_usable_snapshot_is_loaded_if_the_plan_says_so() -> None:
    assert [lost_at_40("first", broken=broken) for broken in ("", "1", "12", "123")] == [29, 18, 7, 40]


def test_the_newest_snapshot_is_loaded_if_it_is_usable() -> None:
    assert [lost_at_40("latest", broken=broken) for broken in ("", "1", "12")] == [7, 7, 7]


def test_a_restart_begins_at_the_start() -> None:
    assert lost_at_40("restart") == 40


def test_the_oldest_snapshot_stays_the_oldest() -> None:
    # 40, then 29 seconds from the first save on, then 29 again
    assert run(f"{SAVED_THREE_TIMES.format('', '', '')}\nloads: first", 40, 29) == {
        "interruptions": 2,
        "wall": 101,
        "busy": 101,
        "lost": 58,
    }


def test_a_broken_newest_snapshot_ends_the_run_before_its_recovery() -> None:
    plan = "draft 10s\n|\nread 10s\n| holds nothing\nreport 5s\nloads: latest\nrecovery: 7s"
    # saves end at 11 and 22
    assert run(plan, 21.999, downtime=60) == {
        "interruptions": 1,
        "wall": 104.999,
        "busy": 44.999,
        "recovery": 7,
        "lost": 10.999,
    }
    assert run(plan, 22, downtime=60) == {"unfinished": 1, "interruptions": 1, "wall": 82, "busy": 22, "lost": 22}


def test_what_a_run_lost_that_a_broken_snapshot_ends_is_all_but_its_recoveries() -> None:
    plan = "draft 10s\n|\nread 10s\n| holds nothing\nreport 5s\nloads: latest\nrecovery: 7s"
    assert run(plan, 15, 18) == {
        "unfinished": 1,
        "interruptions": 2,
        "wall": 33,
        "busy": 33,
        "recovery": 7,
        "lost": 26,
    }


def test_a_run_that_a_broken_snapshot_ends_has_skipped_nothing() -> None:
    plan = "pay ! 10s [intent]\nread 10s\n| holds nothing\nreport 5s <- pay\nloads: latest"
    # pay is left undone by the second session, which saves at 11
    assert run(plan, 3, 12) == {
        "unfinished": 1,
        "interruptions": 2,
        "wall": 15,
        "busy": 15,
        "lost": 15,
        "missed of pay": 1,
    }


def test_the_save_of_a_broken_snapshot_is_paid_all_the_same() -> None:
    assert run("draft 10s\n| 4s holds nothing\nreport 10s") == {"wall": 24, "busy": 24}


def test_a_snapshot_that_holds_what_cannot_be_stored_is_broken() -> None:
    plan = "log in 10s -> token\n| 2s\nread < 10s <- token\nstate: token {}"
    assert run(plan.format(""), 15)["lost"] == 3
    assert run(plan.format("(not storable)"), 15)["lost"] == 15


def test_a_snapshot_need_not_hold_what_no_later_step_needs() -> None:
    assert run("draft 10s -> text, notes\n| 2s holds text\nsend ! 10s <- text", 13)["lost"] == 1


def test_a_snapshot_between_items_holds_what_items_need_and_what_they_have_produced() -> None:
    plan = "read 10s -> list\ntag x2 10s <- list -> tags\n|/1 1s holds {}\nreport 10s <- tags"
    # saves end at 21 and 32; the later one need not hold the list
    assert [run(plan.format("list, tags"), cut).get("lost", 0) for cut in (22, 33)] == [1, 1]
    assert [run(plan.format("tags"), cut).get("lost", 0) for cut in (22, 33)] == [22, 1]


@pytest.mark.parametrize("source", ["new_each_start", "process"])
def test_a_run_that_cannot_be_found_begins_at_the_start(source: str) -> None:
    plan = f"draft 10s\n| 1s\nreport 10s\nidentity: {source}"
    assert run(plan, 15) == {"interruptions": 1, "wall": 36, "busy": 36, "lost": 15}


def test_a_run_that_cannot_be_found_cannot_stumble_over_a_broken_snapshot() -> None:
    plan = "draft 10s\n| holds nothing\nreport 10s\nidentity: process\nloads: latest"
    assert run(plan, 15) == {"interruptions": 1, "wall": 36, "busy": 36, "lost": 15}


def test_a_checkpoint_inside_a_step_is_loaded_even_if_it_lacks_what_is_live() -> None:
    plan = "read 10s\ndraft 10s\n(|) 1s holds nothing\nreport 10s"
    # saved from 15 to 16; 5 seconds of drafting and 10 of reporting are left
    assert run(plan, 16) == {"interruptions": 1, "wall": 31, "busy": 31, "inconsistent": 1}


def test_each_resume_from_inside_a_step_is_counted_even_if_its_recovery_is_cut() -> None:
    plan = "draft 10s\n(|) 1s\nrecovery: 7s"
    # saved from 5 to 6
    assert run(plan, 6, 3, 8) == {
        "interruptions": 3,
        "wall": 29,
        "busy": 29,
        "recovery": 17,
        "lost": 1,
        "inconsistent": 3,
    }


# A unit of 10 seconds with its effect at 5, a save from 5 to 6, done at 11, a save of 2 after it, 10 of reporting.
INSIDE = "pay {} 10s {}\n(|) 1s\n| 2s\nreport 10s"
CUT_AT_7 = {"interruptions": 1, "wall": 24, "busy": 24, "lost": 1, "inconsistent": 1}
CUT_AT_12 = {"interruptions": 1, "wall": 24, "busy": 24, "lost": 1, "inconsistent": 1}


def test_resumed_from_inside_an_action_acts_again_at_once() -> None:
    assert run(INSIDE.format("!", ""), 7) == CUT_AT_7 | {"duplicates of pay": 1}
    assert run(INSIDE.format("!=", ""), 7) == CUT_AT_7 | {"harmless of pay": 1}
    assert run(INSIDE.format("!", "[key]"), 7) == CUT_AT_7 | {"harmless of pay": 1}
    assert run(INSIDE.format("!", "[record]"), 7) == CUT_AT_7 | {"duplicates of pay": 1}


def test_resumed_from_inside_an_action_that_is_on_record_does_nothing_and_takes_the_saves_after_it() -> None:
    assert run(INSIDE.format("!", "[record]"), 12) == CUT_AT_12
    assert run(INSIDE.format("!", "[record, intent]"), 12) == CUT_AT_12


def test_resumed_from_inside_an_action_that_is_looked_up_walks_what_follows_its_effect() -> None:
    assert run(INSIDE.format("!", "[lookup]"), 7) == CUT_AT_7
    # done at 11, and the 5 seconds that follow the effect are walked again
    assert run(INSIDE.format("!", "[lookup]"), 12) == CUT_AT_12 | {"wall": 29, "busy": 29, "lost": 6}


def test_resumed_from_inside_an_action_with_a_person_waits_and_walks_what_follows_its_effect() -> None:
    # the save inside ends at 6 where nobody is asked on the first pass, at 9 where the person takes 3 seconds
    assert run(INSIDE.format("!", "[ask on resume, waits 3s]"), 7) == CUT_AT_7 | {"wall": 27, "busy": 27, "lost": 4}
    assert run(INSIDE.format("!", "[ask, waits 3s]"), 10) == CUT_AT_7 | {"wall": 30, "busy": 30, "lost": 4}


def test_resumed_from_inside_an_action_with_an_intent_record_alone_leaves_it_as_it_is() -> None:
    # 5 + 1 + 1 of the unit's 11 seconds were walked; its effect had happened
    assert run(INSIDE.format("!", "[intent]"), 7) == {
        "interruptions": 1,
        "wall": 19,
        "busy": 19,
        "skipped": 4,
        "inconsistent": 1,
    }


def test_resumed_from_inside_a_gate_asks_again_unless_the_question_is_stored() -> None:
    # a gate asks at 0 and a save inside it is taken then, from 0 to 1
    gate = CUT_AT_7 | {"lost": 6, "wall": 29, "busy": 29}
    assert run(INSIDE.format("?", ""), 7) == gate | {"reasks of pay": 1}
    assert run(INSIDE.format("?=", ""), 7) == gate


def test_resumed_from_inside_a_gate_with_a_stored_answer_does_nothing_and_takes_the_saves_after_it() -> None:
    assert run(INSIDE.format("?=", ""), 12) == CUT_AT_12


def test_resumed_from_inside_any_other_step_does_its_second_half() -> None:
    assert run(INSIDE.format("<", ""), 7) == CUT_AT_7
    assert run(INSIDE.format("~", ""), 7) == CUT_AT_7


def test_a_skipped_unit_takes_only_the_saves_after_it() -> None:
    # the restarted run skips the payment and the save inside it, and takes the save of 2 seconds after it
    plan = f"{INSIDE.format('!', '[record]')}\nloads: restart"
    assert run(plan, 12) == {"interruptions": 1, "wall": 24, "busy": 24, "lost": 1}
