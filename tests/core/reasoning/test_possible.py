"""What the reasoning on the timeline decides, item by item, where the rules tell it step by step."""

from __future__ import annotations

import pytest

from planner.core.plan import Plan
from planner.core.reasoning.duplication import Cause, Duplication
from planner.core.reasoning.possible import Divergence, Miss, Possibilities, Reask, possibilities
from planner.core.sketch import sketch
from planner.core.timeline import compile_plan


def can(drawing: str) -> Possibilities:
    return possibilities(compile_plan(sketch(drawing)))


def test_a_plan_without_steps_can_do_nothing() -> None:
    nothing = possibilities(compile_plan(Plan(title="Empty")))
    assert (nothing.duplications, nothing.misses, nothing.reasks, nothing.divergences) == ((), (), (), ())
    assert (nothing.unit_duplicated.tolist(), nothing.unit_missed.tolist()) == ([], [])


def test_each_thing_is_told_with_its_shortest_schedule() -> None:
    found = can(
        "Draft ~ 4s -> text\nApprove ? 4s <- nothing -> yes\nLog ! 4s [intent] <- yes\nSend ! 4s <- text\nFile 4s"
    )
    assert found.divergences == (Divergence(0, (14_000,), 3, 3),)
    assert found.reasks == (Reask(1, (4_000,), only_waiting=False),)
    assert found.misses == (Miss(2, (8_000,)),)
    (send,) = found.duplications
    assert send == Duplication(
        step=3,
        cause=Cause.NO_SAVE,
        interruptions=1,
        witness=(14_000,),
        shortest=(14_000,),
        at_once=1,
    )


@pytest.mark.parametrize(
    ("drawing", "cause"),
    [
        ("Send ! x3\nFile", Cause.BATCH),
        ("Send ! x3 [new key]\nFile", Cause.BATCH),
        ("Send ! x3 [record, new key]\nFile", Cause.OTHER_KEY),
        ("Draft ~\nSend ! [derived key, kept 1s]\nFile", Cause.OTHER_KEY),
        ("Draft\nSend ! [derived key, kept 1s]\nFile", Cause.OLD_KEY),
        ("Send ! [record, stored key, kept 1s]\nFile", Cause.OLD_KEY),
        ("Send ! [record]\n|\nFile", Cause.RECORD_GAP),
        ("Send !\n|\nFile", Cause.SAVE_GAP),
        ("Send !\nFile\n|\nTidy", Cause.NO_SAVE),
    ],
)
def test_of_several_causes_the_first_counts(drawing: str, cause: Cause) -> None:
    assert [found.cause for found in can(drawing).duplications] == [cause]


def test_the_items_that_can_repeat_are_told_one_by_one() -> None:
    assert can("Send ! x4 4s @1\n|/2 0s\nFile").unit_duplicated.tolist() == [True, False, True, False, False]
    assert can("Send ! x4 4s\n|/2 0s\nFile").unit_duplicated.tolist() == [True, True, True, True, False]


def test_the_items_that_can_be_missed_are_told_one_by_one() -> None:
    assert can("Log ! x3 4s [intent]\nFile").unit_missed.tolist() == [True, True, True, False]
    assert can("Log ! x3 4s @0 [intent]\nFile").unit_missed.tolist() == [False] * 4


def test_a_cut_repeats_only_what_lies_between_it_and_the_place_to_come_back_to() -> None:
    found = can("Pay ! 4s\n| 1s\nRead 4s\nMail ! 4s\n| 1s\nFile")
    assert found.unit_duplicated.tolist() == [True, False, True, False]
    assert [one.witness for one in found.duplications] == [(2_000,), (11_000,)]


@pytest.mark.parametrize(
    ("loads", "steps"),
    [("latest_valid", [0, 2]), ("latest", [0]), ("first", [0, 2, 3]), ("restart", [0, 2, 3])],
)
def test_what_is_loaded_decides_what_repeats(loads: str, steps: list[int]) -> None:
    drawing = "Pay ! 4s\n| 1s\nRead 4s\n| 1s holds nothing\nMail ! 4s\nTalk ! 4s @1\n| 0s\nFile\nloads: "
    assert [found.step for found in can(drawing + loads).duplications] == steps


def test_a_save_inside_the_unit_brings_a_run_back_that_a_broken_snapshot_would_end() -> None:
    found = can("Read 4s\n| 1s holds nothing\nPay ! 4s\n(|) 1s\nFile\nloads: latest")
    assert [one.witness for one in found.duplications] == [(8_000,)]


def test_a_unit_that_is_found_done_or_left_undone_does_not_repeat_from_inside() -> None:
    for guards in ("lookup", "ask", "intent"):
        assert can(f"Pay ! 4s [{guards}]\n(|) 1s\nFile").duplications == ()


def test_the_record_gap_of_a_unit_includes_the_save_inside_it() -> None:
    found = can("Pay ! 4s @1 [record]\n(|) 1s\nFile")
    assert [(one.cause, one.witness) for one in found.duplications] == [(Cause.RECORD_GAP, (4_000,))]


def test_the_first_millisecond_of_a_run_cannot_be_cut_before_it_is_over() -> None:
    assert can("Pay ! 1ms @0 [record]\nFile").duplications == ()
    assert [one.witness for one in can("Pay ! 2ms @0 [record]\nFile").duplications] == [(1,)]


def test_a_run_that_is_not_found_starts_over_whatever_it_would_load() -> None:
    drawing = (
        "Pay ! 4s [derived key, kept 1min] -> a\nRead 40s <- a\n|\nFile 20s\nrecovery: 0s\nidentity: process\nloads: "
    )
    found = [can(drawing + loads).duplications[0] for loads in ("first", "latest_valid", "restart")]
    assert [one.witness for one in found] == [(64_999,)] * 3


def test_what_is_on_record_shortens_only_the_sessions_behind_it() -> None:
    """The second session still has the log to write; a third would skip it, and never gets the key too old."""
    (pay,) = can(
        "Read < 1ms\n| 0s\nPay ! 1ms @0 [stored key, kept 6ms]\nLog ! 3ms @0 [intent]\n"
        "recovery: 0s\ninterrupted: restart 1h (down 3ms)"
    ).duplications
    assert (pay.step, pay.cause, pay.witness) == (1, Cause.OLD_KEY, (1, 1))
