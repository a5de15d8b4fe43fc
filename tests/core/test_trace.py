"""One run told moment by moment."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from planner.core.machine import Machine
from planner.core.run import Drawn, Run
from planner.core.strikes import Strikes
from planner.core.telling.scene import Trace, What
from planner.core.timeline import compile_plan
from planner.core.trace import trace
from tests.core.random_plans import random_plan
from tests.core.told_run import line_of, told, traced

LETTERS = """
    Export < 1min
    Draft ~ 25min
    |
    Approve ? 5min
    Send ! x48 4s
    Book ! x48 10s [record, lookup]
    |
    Report
    """


def test_a_run_that_nothing_interrupts_is_one_try_from_the_start_to_the_end() -> None:
    assert told("read < 10s\n|\npay ! 10s\napprove ? 5s\nreport 5s") == [
        [
            "0 starts",
            "10 done read",
            "11 saved read after-read",
            "21 acted pay 1/1",
            "26 answered approve",
            "31 done report",
            "31 finished",
        ]
    ]


def test_what_a_stopped_run_believes_and_what_is_true_part_and_meet_again() -> None:
    assert told(LETTERS, 2_280) == [
        [
            "0 starts",
            "60 done export",
            "1560 done draft",
            "1561 saved draft after-draft",
            "1861 answered approve",
            "2053 acted send[0–47] 48/48",
            "2278 acted book[0–22] 22/23",
            "2280 stopped_unconfirmed book[22–22] 22/23",
        ],
        [
            "0 resumes draft after-draft",
            "300 answered_again approve",
            "492 acted_again send[0–47] 48/96",
            "492 skipped book[0–21] 22/23",
            "497 found_done book[22–22] 23/23",
            "747 acted book[23–47] 48/48",
            "748 saved book[47–47] after-book 48/48",
            "808 done report",
            "808 finished",
        ],
    ]


def test_a_try_begins_with_what_its_snapshot_covers_and_what_is_on_record() -> None:
    first, second = traced(LETTERS, 2_280).tries
    assert (first.start, first.believed, first.true) == (None, {"send": 0, "book": 0}, {"send": 0, "book": 0})
    assert (second.start, second.believed, second.true) == (
        "after-draft",
        {"send": 0, "book": 22},
        {"send": 48, "book": 23},
    )


def test_a_run_that_cannot_be_found_believes_nothing_when_it_begins() -> None:
    _, second = traced("pay ! 10s [record]\n|\nreport 5s\nidentity: process", 12).tries
    assert (second.start, second.believed, second.true) == (None, {"pay": 0}, {"pay": 1})
    assert told("pay ! 10s [record]\n|\nreport 5s\nidentity: process", 12)[1][1] == "10 acted_again pay 1/2"


@pytest.mark.parametrize(
    ("drawing", "cut", "last"),
    [
        ("read 10s\npay ! 10s", 10, "10 stopped_before pay"),
        ("read 10s\npay ! 10s", 10.001, "10.001 stopped_part_way pay"),
        ("read 10s\npay ! 10s [intent]", 10, "10 stopped_part_way pay"),
        ("read 10s\npay ! 10s", 15, "15 stopped_unconfirmed pay 0/1"),
        ("approve ? 10s", 4, "4 stopped_unanswered approve"),
        ("read 10s\n| 2s\nreport", 11, "11 stopped_saving read after-read"),
        ("read 10s\n| 2s\nreport", 10, "10 stopped_saving read after-read"),
        ("pay ! x2 10s [ask, waits 3s]", 2, "2 stopped_asking_person pay[0–0]"),
        ("tag x2 10s", 15, "15 stopped_part_way tag[1–1]"),
    ],
)
def test_a_try_says_in_what_it_was_stopped(drawing: str, cut: float, last: str) -> None:
    assert told(drawing, cut)[0][-1] == last


def test_a_try_can_be_stopped_while_it_recovers() -> None:
    plan = "read 10s\n|\nreport 10s\nrecovery: 5s"
    assert told(plan, 12, 3)[1] == ["0 resumes read after-read", "3 stopped_recovering"]


def test_an_effect_is_told_apart_where_its_unit_is_cut_before_it_is_done() -> None:
    assert told("pay ! 10s\nreport 5s", 6) == [
        ["0 starts", "5 acted pay 0/1", "6 stopped_unconfirmed pay 0/1"],
        ["0 starts_over", "10 acted_again pay 1/2", "15 done report", "15 finished"],
    ]


def test_an_effect_is_told_apart_where_a_snapshot_is_saved_before_its_unit_is_done() -> None:
    assert told("pay ! 10s\n(|) 1s", 7) == [
        ["0 starts", "5 acted pay 0/1", "6 saved pay in-pay 0/1", "7 stopped_unconfirmed pay 0/1"],
        ["0 resumes pay in-pay 0/1", "5 acted_again pay 1/2", "5 finished"],
    ]


def test_what_the_receiver_recognises_did_not_happen_twice() -> None:
    assert told("pay ! 10s [key]", 6)[1] == ["0 starts_over", "10 recognised pay 1/1", "10 finished"]
    assert told("pay != 10s", 6)[1] == ["0 starts_over", "10 recognised pay 1/1", "10 finished"]


def test_an_action_that_an_intent_record_leaves_undone_is_believed_and_not_true() -> None:
    assert told("pay ! 10s [intent]\nreport 5s", 4, 2) == [
        ["0 starts", "4 stopped_part_way pay"],
        ["0 starts_over", "0 missed pay 1/0", "2 stopped_part_way report"],
        ["0 starts_over", "0 missed pay 1/0", "5 done report", "5 finished"],
    ]


def test_an_action_that_an_intent_record_passes_by_may_have_happened() -> None:
    assert told("pay ! 10s [intent]", 6)[1] == ["0 starts_over", "0 left pay 1/1", "0 finished"]


def test_a_person_looks_once_per_try() -> None:
    assert told("pay ! x3 10s [ask, waits 3s]", 18) == [
        ["0 starts", "3 person_looked pay[0–0]", "18 acted pay[0–1] 1/2", "18 stopped_unconfirmed pay[1–1] 1/2"],
        [
            "0 starts_over",
            "3 person_looked pay[0–0] 0/2",
            "13 found_done pay[0–1] 2/2",
            "23 acted pay[2–2] 3/3",
            "23 finished",
        ],
    ]


def test_a_question_is_told_by_its_answer_or_apart_from_it_where_something_comes_between() -> None:
    assert told("approve ? 10s\n(|) 1s\nreport 5s", 0.5, 4) == [
        ["0 starts", "0 asked approve", "0.5 stopped_saving approve in-approve"],
        ["0 starts_over", "0 asked_again approve", "1 saved approve in-approve", "4 stopped_unanswered approve"],
        ["0 resumes approve in-approve", "10 answered_again approve", "15 done report", "15 finished"],
    ]
    assert told("approve ? 10s\n(|) 1s")[0][2:4] == ["1 saved approve in-approve", "11 answered approve"]


def test_a_stored_question_stands_and_a_stored_answer_is_read() -> None:
    assert told("approve ?= 10s\nreport 5s", 4, 12) == [
        ["0 starts", "0 asked approve", "4 stopped_unanswered approve"],
        ["0 starts_over", "10 still_asked approve", "12 stopped_part_way report"],
        ["0 starts_over", "0 skipped approve", "5 done report", "5 finished"],
    ]


def test_a_result_that_the_world_acted_on_is_made_otherwise() -> None:
    assert told("draft ~ 10s\nsend ! 10s", 16)[1][1] == "10 done_otherwise draft"
    assert told("read 10s\nsend ! 10s", 16)[1][1] == "10 done_again read"


def test_an_action_that_differs_each_time_is_repeated_and_otherwise() -> None:
    plan = "send ! ~ 10s -> number\npost ! 10s <- number\nreport 5s"
    assert told(plan, 21)[1] == [
        "0 starts_over",
        "10 acted_again send 1/2",
        "10 done_otherwise send 1/2",
        "20 acted_again post 1/2",
        "25 done report",
        "25 finished",
    ]


def test_saves_among_the_items_of_a_batch_are_told_once_as_long_as_all_goes_well() -> None:
    plan = "send ! x48 2s\n|/10 1s\n|/10 1s"
    assert told(plan, 73) == [
        [
            "0 starts",
            "64 acted send[0–29] 30/30",
            "65 saved send[29–29] after-send 30/30",
            "66 saved send[29–29] after-send-2 30/30",
            "73 acted send[30–33] 33/34",
            "73 stopped_unconfirmed send[33–33] 33/34",
        ],
        [
            "0 resumes send[29–29] after-send-2 30/34",
            "8 acted_again send[30–33] 34/38",
            "38 acted send[34–47] 48/52",
            "39 saved send[47–47] after-send 48/52",
            "40 saved send[47–47] after-send-2 48/52",
            "40 finished",
        ],
    ]


def test_items_that_go_alike_are_told_once_even_if_two_things_happen_to_each() -> None:
    plan = "send ! ~ x4 10s -> number\npost ! 10s <- number"
    assert told(plan, 46)[1] == [
        "0 starts_over",
        "40 acted_again send[0–3] 4/8",
        "40 done_otherwise send[0–3] 4/8",
        "50 acted_again post 1/2",
        "50 finished",
    ]


def test_items_that_go_differently_are_told_apart() -> None:
    plan = "pay ! x6 2s [record, intent]"
    assert told(plan, 3, 5)[2] == [
        "0 starts_over",
        "0 skipped pay[0–0] 3/5",
        "0 left pay[1–1] 4/5",
        "0 skipped pay[2–3] 4/5",
        "0 left pay[4–4] 5/5",
        "2 acted pay[5–5] 6/6",
        "2 finished",
    ]


def test_a_broken_newest_snapshot_ends_the_run_in_a_try_of_its_own() -> None:
    one = traced("read 10s\n|\npay ! 10s\n| holds nothing\nreport\nloads: latest", 23)
    assert [[line_of(scene) for scene in part.scenes] for part in one.tries][1:] == [
        ["0 cannot_load pay after-pay 0/1"],
    ]
    assert (one.tries[1].start, one.result.finished, one.result.interruptions) == ("after-pay", False, 1)


def test_a_run_that_makes_no_headway_is_given_up() -> None:
    tries = told("draft 10s", *[4] * 1_000)
    assert tries[1:] == [["0 starts_over", "4 stopped_part_way draft"]] * 998 + [
        ["0 starts_over", "4 stopped_part_way draft", "4 given_up"]
    ]


def test_a_plan_without_steps_starts_and_finishes() -> None:
    assert told("") == [["0 starts", "0 finished"]]


COUNTED = {
    What.ANSWERED_AGAIN: "reasks",
    What.ACTED_AGAIN: "duplicates",
    What.RECOGNISED: "harmless",
    What.ASKED_AGAIN: "reasks",
    What.DONE_OTHERWISE: "divergences",
}


def counts_in(one: Trace) -> Counter[tuple[str, str]]:
    """Count, for each step, the items of which a trace tells that something is counted."""
    counts = Counter[tuple[str, str]]()
    for scene in (scene for part in one.tries for scene in part.scenes):
        if scene.what in COUNTED and scene.step is not None:
            counts[COUNTED[scene.what], scene.step] += (scene.last_item or 0) - (scene.first_item or 0) + 1
    return counts


@pytest.mark.parametrize("number", range(80))
def test_a_trace_tells_what_the_run_counts(number: int) -> None:
    plan = random_plan(random.Random(number))
    timeline, schedule = compile_plan(plan), Drawn(Strikes(plan.interruptions, number), 0)
    one, result = trace(timeline, schedule), Run(Machine(timeline), schedule).result()
    tally = result.tally
    assert one.result == result
    assert counts_in(one) == Counter(
        {(name, step.id): getattr(tally, name)[at] for name in COUNTED.values() for at, step in enumerate(plan.steps)}
    )
    assert sum(part.scenes[-1].at_ms for part in one.tries) == result.busy_ms
    ends = {What.FINISHED} if result.finished else {What.GIVEN_UP, What.CANNOT_LOAD}
    assert one.tries[-1].scenes[-1].what in ends


@pytest.mark.parametrize("number", range(80))
def test_each_try_begins_with_the_effects_that_the_one_before_left(number: int) -> None:
    plan = random_plan(random.Random(number))
    tries = trace(compile_plan(plan), Drawn(Strikes(plan.interruptions, number), 0)).tries
    left = [list(part.ledgers())[-1][2] for part in tries]
    assert [part.true for part in tries[1:]] == left[:-1]
    assert all(scene.at_ms <= later.at_ms for part in tries for scene, later in itertools.pairwise(part.scenes))
